"""From typed text to a `Program`: Python's own parser, then a whitelist. Nothing is evaluated.

Every complaint is one sentence that says where, what was found and what is possible.
"""

import ast
import difflib
import re
import sys

from helpers.program import syntax
from helpers.program.dialects import LIBRARY_NAMES
from helpers.program.model import Operand, Program, Step
from helpers.program.notation import Notation
from helpers.program.operations import FUNCTIONS, OPERATIONS, value
from helpers.program.syntax import ProgramError

MAX_INPUTS = 6
MAX_POWER = 100
MAX_NAME = 20

_OPERATORS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Pow: "pow",
}
_SYNONYMS = {"stop_gradient": "detach"}
_INSTEAD = {
    "square": "write x ** 2",
    "pow": "write x ** 2",
    "ln": "write log(x)",
    "cut": "write detach(x)",
    "sg": "write detach(x)",
}


def parse(text: str) -> Program:
    """Read a program such as `y = x*x; u = detach(y); z = x*u`.

    Names that nothing assigns are the inputs, in order of appearance. The last line is the
    output, with or without a name. A constant is no value of its own: it stays in its step.

    Raises:
        ProgramError: the text is no program, with one sentence that says why and where.
    """
    text = re.sub(r"\r\n?", "\n", text)
    return _Reader(text).read(syntax.statements(text))


class _Reader:
    """Walks the syntax tree once and collects steps."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.known: dict[str, Operand] = {}  # an alias is its value under a second name
        self.inputs: dict[str, int] = {}  # with the line of the first use
        self.made: dict[str, int] = {}  # assigned names, with their line
        self.steps: list[Step] = []
        self.temporaries = 0
        self.notation = Notation()

    def read(self, statements: list[ast.stmt]) -> Program:
        for statement in statements[:-1]:
            self.assignment(statement)
        last = statements[-1]
        if isinstance(last, ast.Expr):
            output = self.expression(last.value, self.free_name("result", statements))
        else:
            output = self.assignment(last)
        if not isinstance(output, str):
            raise self.error(last, f"the last line is the constant {output}; use an input in it")
        if not any(step.name == output for step in self.steps):
            raise self.error(last, f"the last line only repeats {output}; add an operation to it")
        return Program(tuple(self.inputs), tuple(self.steps), output)

    @staticmethod
    def free_name(name: str, statements: list[ast.stmt]) -> str:
        nodes = (node for statement in statements for node in ast.walk(statement))
        taken = {node.id for node in nodes if isinstance(node, ast.Name)}
        while name in taken:
            name += "_"
        return name

    def error(self, node: ast.AST, message: str) -> ProgramError:
        line = self.lines[node.lineno - 1].encode()
        return ProgramError(message, node.lineno, len(line[: node.col_offset].decode()) + 1)

    def not_possible(self, node: ast.AST) -> ProgramError:
        return self.error(node, syntax.not_possible(node))

    def assignment(self, statement: ast.stmt) -> Operand:
        if isinstance(statement, ast.Expr):
            if syntax.is_whitelisted(statement.value):
                raise self.error(
                    statement, "only the last line can stand without a name; write name = …"
                )
            raise self.not_possible(statement.value)
        if not isinstance(statement, ast.Assign):
            raise self.not_possible(statement)
        target = statement.targets[0]
        if len(statement.targets) > 1 or not isinstance(target, ast.Name):
            raise self.error(target, "an assignment makes one named value; write name = …")
        name = self.legal_name(target)
        if name in self.made:
            raise self.error(
                target, f"{name} is made in line {self.made[name]} already; use another name"
            )
        operand = self.expression(statement.value, name)
        if name in self.inputs:
            used, made = self.inputs[name], target.lineno
            when = (
                f"in line {used} before line {made} makes it" if used < made else "to make itself"
            )
            raise self.error(
                target,
                f"{name} is used {when}; a value is made only from values above it, no cycle works",
            )
        self.made[name] = target.lineno
        self.known[name] = operand
        return operand

    def legal_name(self, node: ast.Name) -> str:
        name = node.id
        if name in FUNCTIONS or name in _SYNONYMS:
            raise self.error(node, f"{name} is a function; write {name}(…), or use another name")
        if name in LIBRARY_NAMES or name.startswith("_"):
            raise self.error(node, f"{name} is reserved; use another name")
        if len(name) > MAX_NAME:
            raise self.error(
                node, f"this name is longer than {MAX_NAME} letters; use a shorter one"
            )
        return name

    def expression(self, node: ast.expr, name: str | None = None) -> Operand:
        """Add the steps of an expression; `name` is for its last step."""
        match node:
            case ast.Constant():
                return self.constant(node)
            case ast.Name():
                return self.value_named(node)
            case ast.UnaryOp(op=ast.UAdd()):
                return self.expression(node.operand, name)
            case ast.UnaryOp(op=ast.USub()):
                return self.step(node, "neg", [node.operand], name)
            case ast.BinOp() if type(node.op) in _OPERATORS:
                return self.step(node, _OPERATORS[type(node.op)], [node.left, node.right], name)
            case ast.BinOp(op=ast.BitXor()):
                raise self.error(node, "^ is not the power; write x ** 2")
            case ast.BinOp() | ast.UnaryOp():
                raise self.error(node, "this operator is not possible; use + - * / **")
            case ast.Call():
                return self.step(node, self.function(node), node.args, name)
        raise self.not_possible(node)

    def constant(self, node: ast.Constant) -> int | float:
        if isinstance(node.value, str | bytes):
            raise self.error(node, f"a string is not possible here; {syntax.POSSIBLE}")
        if type(node.value) not in (int, float):
            raise self.error(node, f"{node.value} is not a number here; use 2 or 0.5")
        if node.value > sys.float_info.max:
            raise self.error(node, "this number is too large; use one below 1e308")
        return node.value

    def value_named(self, node: ast.Name) -> Operand:
        name = self.legal_name(node)
        if name not in self.known:
            if len(self.inputs) == MAX_INPUTS:
                raise self.error(node, f"{name} is one input too many; {MAX_INPUTS} is the most")
            self.inputs[name] = node.lineno
            self.known[name] = name
        return self.known[name]

    def function(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Attribute):
            method = node.func.attr
            raise self.error(node, f"a dot after a value is not possible; write {method}(x)")
        if not isinstance(node.func, ast.Name):
            raise self.error(node, "only a function can be called; write for example exp(x)")
        name = _SYNONYMS.get(node.func.id, node.func.id)
        if name not in FUNCTIONS:
            close = difflib.get_close_matches(name, FUNCTIONS, 1)
            hint = _INSTEAD.get(name) or (f"did you mean {close[0]}" if close else "")
            hint = hint or f"use one of {', '.join(FUNCTIONS)}"
            raise self.error(node, f"there is no function {name}; {hint}")
        wanted = len(OPERATIONS[name].slopes)
        if node.keywords:
            raise self.error(node, f"{name} takes no keyword; write {name}(x)")
        if len(node.args) != wanted:
            values = "one value" if wanted == 1 else "two values"
            raise self.error(node, f"{name} takes {values}, not {len(node.args)}")
        return name

    def step(self, node: ast.expr, op: str, parts: list[ast.expr], name: str | None) -> Operand:
        args = tuple(self.expression(part) for part in parts)
        if op == "pow":
            self.check_power(node, args)
        if not any(isinstance(arg, str) for arg in args):
            return self.folded(node, op, args)
        if name is None:
            self.temporaries += 1
            name = f"_{self.temporaries}"
        self.steps.append(Step(name, op, args, self.notation.label(name, op, args)))
        return name

    def check_power(self, node: ast.BinOp, args: tuple[Operand, ...]) -> None:
        if isinstance(args[1], str):
            raise self.error(node, "the power must be a number; write x ** 3, or exp(y * log(x))")
        if abs(args[1]) > MAX_POWER:
            raise self.error(node.right, f"this power is too large; {MAX_POWER} is the most")

    def folded(self, node: ast.expr, op: str, args: tuple[Operand, ...]) -> int | float:
        try:
            number = value(op, *args)
        except ValueError as error:
            raise self.error(node, f"this {error}") from None
        return number if isinstance(number, int) else float(number)
