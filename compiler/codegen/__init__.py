"""The generator: one readable Cython module for one variant."""

from hensoku.compiler.codegen.generate import Generated, generate

__all__ = ["Generated", "generate"]
