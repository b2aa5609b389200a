"""Rule sheets of sites that keep the rules of their own programs in the front matter: `vocabulary`, `plugins.shogi`."""
