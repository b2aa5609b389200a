"""Games for learning: batches of arrays, and an environment of PettingZoo. It needs `hensoku[learn]`."""
