"""`python -m lamina.serve.cli` is `lamina`."""

from lamina.serve.cli import command

command()
