"""Variants that play without hensoku: a folder with engines, and wheels.

`make` builds the modules; `package` puts them, a copy of the runtime and a few lines together; `folder` and `wheel`
write that down. What such a package does is in `hensoku.runtime.standalone`.
"""
