"""Imported by the server that processes of trials are forked from: loads and warms up once what each of them needs."""

from __future__ import annotations

from hensoku.compiler.fuzz import shrink, trial, workbench

__all__ = ["shrink", "trial", "workbench"]

workbench.warm_up()
