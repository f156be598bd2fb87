"""Find, in source text, what could run a learner's text, reach the network or write a file."""

from __future__ import annotations

import ast
from collections.abc import Iterator

EVALUATING = {"eval", "exec", "compile", "__import__", "breakpoint"}
STARTING = {"system", "popen", "posix_spawn", "posix_spawnp", "fork", "startfile"}
MODULES = {
    *("code", "codeop", "ctypes", "pty", "runpy", "subprocess", "multiprocessing"),
    *("dill", "joblib", "marshal", "pickle", "shelve"),
    *("ftplib", "http", "httpx", "requests", "smtplib", "socket", "ssl", "urllib", "urllib3"),
    *("shutil", "sqlite3", "tempfile", "webbrowser"),
}
WRITING = {
    *("write_text", "write_bytes", "mkdir", "makedirs", "touch", "symlink_to", "hardlink_to"),
    *("unlink", "rmdir", "rmtree", "rename", "savetxt", "tofile", "chmod"),
}
READING = {"Image.open"}  # Pillow's; its first argument is no mode
UNPICKLING = {"torch.load", "np.load", "numpy.load", "torch.save", "np.save", "numpy.save"}


def risks(source: str) -> Iterator[str]:
    """Yield what a module does that needs a reason: `calls eval`, `imports socket`, …"""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from _imports(*(alias.name for alias in names))
            case ast.ImportFrom(module=module, level=0):
                yield from _imports(module)
            case ast.Name(id=name) if name in EVALUATING:
                yield f"uses {name}"
            case ast.Call():
                yield from _called(node)


def _imports(*modules: str) -> Iterator[str]:
    yield from (f"imports {name}" for name in modules if name.split(".")[0] in MODULES)


def _called(call: ast.Call) -> Iterator[str]:
    name = ast.unparse(call.func)
    last = name.rpartition(".")[2]
    if last == "open" and name not in READING and _writes(call):
        yield "opens to write"
    elif isinstance(call.func, ast.Attribute):
        starts = name.startswith("os.") and (last in STARTING or last.startswith(("exec", "spawn")))
        if starts or last in WRITING or name in UNPICKLING:
            yield f"calls {last}"


def _writes(call: ast.Call) -> bool:
    """Say whether a mode is given that is not for reading; one that is computed counts."""
    place = 1 if isinstance(call.func, ast.Name) else 0  # open(path, mode), path.open(mode)
    modes = [*call.args[place : place + 1], *(k.value for k in call.keywords if k.arg == "mode")]
    return any(not isinstance(m, ast.Constant) or set(str(m.value)) & set("wax+") for m in modes)
