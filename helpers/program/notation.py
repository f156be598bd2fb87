"""A step as text: `ast` nodes put together by hand, so that brackets stand where they must."""

import ast
from collections.abc import Callable, Iterable

_BINARY = {
    "add": ast.Add(),
    "sub": ast.Sub(),
    "mul": ast.Mult(),
    "div": ast.Div(),
    "pow": ast.Pow(),
}
MAX_LABEL = 24


def name(text: str) -> ast.expr:
    """A name, or any text that stands for itself (`torch.exp`)."""
    return ast.Name(text)


def number(constant: int | float) -> ast.expr:
    """A constant; a negative one keeps its brackets in `(-2) ** 3`."""
    if constant < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-constant))
    return ast.Constant(constant)


def call(function: str, args: Iterable[ast.expr]) -> ast.expr:
    """`function(args…)`."""
    return ast.Call(name(function), list(args), [])


def operation(
    op: str, args: list[ast.expr], function: Callable[[str], str] = lambda name: name
) -> ast.expr:
    """One operation of a program; `function` gives the name to call for `exp`, `max`, …."""
    if op in _BINARY:
        return ast.BinOp(args[0], _BINARY[op], args[1])
    if op == "neg":
        return ast.UnaryOp(ast.USub(), args[0])
    return call(function(op), args)


class Notation:
    """Labels for the steps of one program, in the order of computation."""

    def __init__(self) -> None:
        self._inside: dict[str, ast.expr] = {}  # what a temporary name stands for

    def label(self, target: str, op: str, args: Iterable[str | int | float]) -> str:
        """A short text for a step; a long operand without a name of its own becomes `…`."""
        args = list(args)
        tree = operation(op, [self._operand(arg) for arg in args])
        if len(_text(tree)) > MAX_LABEL:
            tree = operation(op, [self._operand(arg, short=True) for arg in args])
        self._inside[target] = tree
        return _text(tree)

    def _operand(self, arg: str | int | float, short: bool = False) -> ast.expr:
        if not isinstance(arg, str):
            return number(arg)
        if not arg.startswith("_"):
            return name(arg)
        return name("…") if short else self._inside[arg]


def _text(tree: ast.expr) -> str:
    return ast.unparse(tree).replace(" * ", "·")
