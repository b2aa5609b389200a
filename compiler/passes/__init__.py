"""The passes; `hensoku.compiler.pipeline` says in what order they run."""
