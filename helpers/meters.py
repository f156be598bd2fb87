"""Ask a record what it has saved and what is alive of it, in the way each framework allows.

- TensorFlow's tape holds Python objects, so the references to a tensor are counted;
- PyTorch's graph hands each tensor it saves to `torch.autograd.graph.saved_tensors_hooks`;
- JAX's `vjp` returns a pytree, whose leaves are what it keeps.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from helpers.ledger import Saved, bytes_of


class TapeMeter:
    """What TensorFlow's tapes keep of the values added here.

    The meter alone holds the values: each other reference to one of them is a tape's.
    """

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._also: dict[str, str] = {}
        self._slots: list[tuple[str, str]] = []

    def __getitem__(self, name: str) -> Any:
        return self._values[self._also.get(name, name)]

    def add(self, name: str, value: Any) -> None:
        """Hold a value under a name; the same object under a second name is held once."""
        same = [other for other, known in self._values.items() if known is value]
        if same:
            self._also[name] = same[0]
        else:
            self._values[name] = value

    @contextmanager
    def operation(self, title: str, *operands: str) -> Iterator[None]:
        """Note what the tapes save while one operation runs on the operands."""
        before = {name: self._references(name) for name in operands}
        yield
        for name, had in before.items():
            self._slots += [(title, name)] * (self._references(name) - had)

    def saved(self) -> tuple[Saved, ...]:
        """Return everything that was saved, in order, with what is alive of it now."""
        left = {name: self._references(name) for name in self._values}
        entries = []
        for title, name in self._slots:
            left[owner := self._also.get(name, name)] -= 1
            entries.append(Saved(title, name, bytes_of(self[name]), left[owner] >= 0))
        return tuple(entries)

    def _references(self, name: str) -> int:
        return _references(self._values, self._also.get(name, name)) - _ALONE


def _references(values: Mapping[str, Any], name: str) -> int:
    return sys.getrefcount(values[name])


# the count where a dictionary alone holds an object: it depends on Python's version
_ALONE = _references({"value": object()}, "value")


class GraphMeter:
    """What PyTorch's graph keeps, as `saved_tensors_hooks` tells; values are held by name."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._slots: list[tuple[str, str, int, weakref.ref]] = []

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def add(self, name: str, value: Any) -> None:
        """Hold a value under a name."""
        self._values[name] = value

    def drop(self, *names: str) -> None:
        """Let go of values; a graph that nothing else holds goes with them."""
        for name in names:
            del self._values[name]

    @contextmanager
    def operation(self, title: str, *operands: str) -> Iterator[None]:
        """Note what the graph saves while one operation runs on the operands."""
        from torch.autograd.graph import saved_tensors_hooks

        # a detached tensor shares its memory with its source: the operands say which is meant
        places = {self._values[name].data_ptr(): name for name in operands}

        def pack(tensor: Any) -> _Box:
            box = _Box(tensor.data)
            name = places.get(tensor.data_ptr(), "result")
            self._slots.append((title, name, bytes_of(tensor), weakref.ref(box)))
            return box

        with saved_tensors_hooks(pack, lambda box: box.tensor):
            yield

    def saved(self) -> tuple[Saved, ...]:
        """Return everything that was saved, in order, with what is alive of it now."""
        return tuple(Saved(*slot, box() is not None) for *slot, box in self._slots)


class _Box:
    """Holds a saved tensor for the graph; it is gone as soon as the graph lets go of it."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor


class VjpMeter:
    """What the function that `jax.vjp` returns keeps: the leaves of its pytree."""

    def __init__(self) -> None:
        self._slots: list[tuple[str, str, int]] = []
        self._function: Any = lambda: None

    def take(self, title: str, function: Any, values: Mapping[str, Any]) -> None:
        """Note the leaves of a `vjp` of the program up to an operation.

        Args:
            title: the operation; it gets the leaves that no operation before it has.
            function: what `jax.vjp` returned; it is not held.
            values: the arrays of the program by name; the last name of an array counts.
        """
        self._function = weakref.ref(function)
        known = {name for _, name, _ in self._slots}
        places = {array.unsafe_buffer_pointer(): name for name, array in values.items()}
        for leaf in self._leaves():
            name = places.get(leaf.unsafe_buffer_pointer(), "result")
            if name not in known:
                self._slots.append((title, name, bytes_of(leaf)))

    def saved(self) -> tuple[Saved, ...]:
        """Return everything that was saved, in order, with what is alive of it now."""
        left = len(self._leaves())
        return tuple(Saved(*slot, place < left) for place, slot in enumerate(self._slots))

    def _leaves(self) -> list[Any]:
        from jax.tree_util import tree_leaves

        function = self._function()
        return [] if function is None else tree_leaves(function)
