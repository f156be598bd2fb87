"""What can go wrong with MXNet's environment and with the process that runs in it."""


class CannotInstall(Exception):
    """The environment cannot be made or removed; the message is one sentence that says why."""


class ProcessLost(RuntimeError):
    """MXNet's process gave no answer; the message is one sentence that says what to do."""


class WrongKernel(ImportError):
    """A chapter on MXNet runs on another kernel; the message is one sentence that says what to do.

    IPython shows the sentence and no traceback.
    """

    def _render_traceback_(self) -> list[str]:
        return [str(self)]
