"""The first look at a typed text: its size, its syntax, and the words for what is not possible."""

import ast
import warnings

MAX_CHARACTERS = 2000
MAX_OPERATIONS = 200

_CONSTRUCTS = {
    ast.Compare: "a comparison",
    ast.BoolOp: "and / or",
    ast.IfExp: "an if",
    ast.If: "an if",
    ast.For: "a loop",
    ast.While: "a loop",
    ast.Lambda: "a lambda",
    ast.FunctionDef: "a function definition",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension",
    ast.List: "a list",
    ast.Tuple: "several values at once",
    ast.Subscript: "an index",
    ast.Attribute: "a dot after a value (an attribute)",
    ast.JoinedStr: "a string",
    ast.NamedExpr: "an assignment inside an expression",
    ast.AnnAssign: "a type annotation",
    ast.AugAssign: "an assignment that changes a value",
    ast.Starred: "a star before a value",
}
POSSIBLE = "use assignments of names, numbers, + - * / ** and functions such as exp(x)"


class ProgramError(ValueError):
    """The text is no program; the message is one sentence that points at the place.

    Attributes:
        message: the sentence without the place.
        line: line in the text, from 1.
        column: character in that line, from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"Line {line}, column {column}: {message}.")
        self.message, self.line, self.column = message, line, column


def statements(text: str) -> list[ast.stmt]:
    """The statements of a text that is short enough and has Python's syntax.

    Raises:
        ProgramError: it is too long, is empty or cannot be read.
    """
    if len(text) > MAX_CHARACTERS:
        raise ProgramError(
            f"the program has {len(text)} characters, and {MAX_CHARACTERS} is the most"
        )
    tree = _syntax_tree(text)
    if not tree.body:
        raise ProgramError("there is no program yet; write for example z = x*x")
    operations = [n for n in ast.walk(tree) if isinstance(n, ast.BinOp | ast.UnaryOp | ast.Call)]
    if len(operations) > MAX_OPERATIONS:
        raise ProgramError(
            f"the program has {len(operations)} operations, and {MAX_OPERATIONS} is the most"
        )
    return tree.body


def _syntax_tree(text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd literals, which the whitelist rejects
            return ast.parse(text)
    except SyntaxError as error:
        said = error.msg.removesuffix(".").replace("invalid syntax", "something is missing here")
        if said == "invalid decimal literal":
            said = "a number runs into a name, write 2*x for a product"
        place = (error.lineno or 1, max(error.offset or 1, 1))
        raise ProgramError(f"this is not readable as a formula ({said})", *place) from None
    except (ValueError, RecursionError, MemoryError):
        # too many nested brackets, or characters that are no text
        raise ProgramError("this is not readable as a formula; write it shorter") from None


def not_possible(node: ast.AST) -> str:
    """What to say about a construct outside the whitelist."""
    found = _CONSTRUCTS.get(type(node), f"this ({type(node).__name__})")
    return f"{found} is not possible here; {POSSIBLE}"


def is_whitelisted(node: ast.AST) -> bool:
    """Whether no sentence is ready for this construct."""
    return type(node) not in _CONSTRUCTS
