"""Programs that play, spoken to over USI or UCI."""
