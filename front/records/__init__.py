"""Games as text: what a game was, and the formats that it is written in and read from."""
