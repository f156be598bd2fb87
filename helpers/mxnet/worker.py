"""The program that runs in MXNet's environment; `process.py` starts it by its path.

It reads one request a line and writes one answer a line, as JSON, until its input ends. It stands
alone: of the course's environment it imports nothing. A program arrives as a list of steps, each
`[name, operands]`, in the order in which they ran: an operand is a number or `{"step": i}`, and
the step `["input", [numbers]]` brings an input. No text is evaluated.
"""

import json
import operator
import os
import sys

import mxnet
from mxnet import autograd, np, npx

npx.set_np()

OPERATIONS = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "pow", "neg")},
    **{name: getattr(np, name) for name in ("exp", "log", "sin", "cos", "tanh", "sqrt", "abs")},
    "sigmoid": npx.sigmoid,
    "relu": npx.relu,
    "round": np.around,
    "max": np.maximum,
    "min": np.minimum,
    "constant": lambda numbers: array(numbers),
    "detach": lambda value: value.detach(),
}


def array(numbers):
    return np.array(numbers, dtype="float64")


def record(steps):
    """Run steps in MXNet's record scope; return the value of each."""
    values = []
    with autograd.record():
        for name, operands in steps:
            if name == "input":
                values.append(array(*operands))
                values[-1].attach_grad()
            else:
                values.append(OPERATIONS[name](*_values(operands, values)))
    return values


def gradients(steps, results):
    """Return the numbers of the results, and their gradients for each input.

    A gradient is None where MXNet would raise: the result has no record, or its record does not
    lead to that input.
    """
    values = record(steps)
    inputs = [values[i] for i, (name, _) in enumerate(steps) if name == "input"]
    return {
        "values": [values[i].tolist() for i in results],
        "gradients": [_gradients_of(values[i], inputs) for i in results],
    }


def graph(steps):
    """Return the record of the last step's value, as `[name, operation, operands, cut]` entries.

    Names and operations are the ones in MXNet's own symbol of the value. A cut is measured: an
    operand has a record and the result has none. The record goes on behind it, as its variable.
    """
    values, names, entries = [], [], []
    with autograd.record():
        for name, operands in steps:
            values.append(
                array(*operands)
                if name == "input"
                else OPERATIONS[name](*_values(operands, values))
            )
            used = [names[o["step"]] for o in operands if isinstance(o, dict)]
            cut = any(used) and symbol(values[-1]) is None
            if cut or name == "input":
                values[-1].attach_grad()
            made = symbol(values[-1])
            if made is None:
                names.append(None)
                continue
            *_, head = json.loads(made.tojson())["nodes"]
            names.append(head["name"])
            if name == "input" or cut:
                entries.append([head["name"], name, used, cut])
            else:
                entries.append([head["name"], head["op"], _operands(made), False])
    return entries


def symbol(value):
    """Return MXNet's record of a value, None if it has none."""
    try:
        return autograd.get_symbol(value)
    except mxnet.MXNetError:
        return None


def probe(question, stops):
    """Answer a question of the comparing table, in MXNet's own calls; see `compare/probes.py`."""
    x = array([3.0])
    x.attach_grad()
    with autograd.record():
        y = x * x
        u = y.detach() if stops else y
        z = (x.detach() if question == "nothing_left" else x) * u
        if question == "second":
            z = autograd.grad(z, [x], create_graph=True, retain_graph=True)[0]
    if question == "write_reaches_y":
        u[0] = 7
        return bool(y[0] == 7)
    z.backward(retain_graph=True)
    slope = x.grad.item()
    if question == "example":
        y.backward()
        return z.item(), slope, x.grad.item()
    return slope


ANSWERS = {
    "version": lambda: mxnet.__version__,
    "gradients": gradients,
    "graph": graph,
    "probe": probe,
}


def main():
    # what MXNet prints itself must not come between the answers
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"result": ANSWERS[request.pop("ask")](**request)}
        except (mxnet.MXNetError, ValueError, TypeError, ZeroDivisionError) as error:
            answer = {"error": first_sentence(error)}
        print(json.dumps(answer), file=answers, flush=True)


def first_sentence(error):
    """Return what an error says, without the trace of MXNet's own source files."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = lines[-1] if lines else type(error).__name__
    return said.split(": ", 1)[-1] if said.startswith("MXNetError: ") else said


def _values(operands, values):
    return [values[o["step"]] if isinstance(o, dict) else o for o in operands]


def _gradients_of(value, inputs):
    made = symbol(value)
    reached = [] if made is None else made.list_arguments()
    leaves = [leaf for leaf in inputs if symbol(leaf).name in reached]
    found = autograd.grad(value, leaves, retain_graph=True) if leaves else []
    numbers = iter([gradient.asnumpy().tolist() for gradient in found])
    return [next(numbers) if symbol(leaf).name in reached else None for leaf in inputs]


def _operands(made):
    """Return the names of what a symbol's last operation uses, one for each use."""
    nodes = json.loads(made.tojson())["nodes"]
    return [nodes[i]["name"] for i, *_ in nodes[-1]["inputs"]]


if __name__ == "__main__":
    main()
