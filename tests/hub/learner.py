"""A learner in a class: signs in at the hub and runs notebooks on a server of their own."""

from __future__ import annotations

import asyncio
import json
import uuid
from typing import Any

import requests
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.hub.hub import PASSWORD, Hub

SECONDS = 240


class Learner:
    """One user and what their browser would hold: cookies, a session, a kernel."""

    def __init__(self, hub: Hub, name: str) -> None:
        self.hub, self.name = hub, name
        self.browser = requests.Session()
        self.home = f"{hub.address}/user/{name}"

    async def sign_in(self) -> None:
        """Sign in through the form, start the server and wait until its page is there."""
        await asyncio.to_thread(self._sign_in)
        for _ in range(SECONDS):
            # the page sends the browser to the hub and back, which leaves the server's cookie here
            page = await asyncio.to_thread(self.browser.get, f"{self.home}/lab", timeout=60)
            # 503 is what a server says that is not there yet
            assert page.ok or page.status_code == 503, page.text
            if page.ok and page.url.startswith(self.home):
                return
            await asyncio.sleep(1)
        raise TimeoutError(f"the server of {self.name} did not start")

    def _sign_in(self) -> None:
        login = f"{self.hub.address}/hub/login"
        self.browser.get(login, timeout=60).raise_for_status()
        form = {"username": self.name, "password": PASSWORD, "_xsrf": self._xsrf("/hub/")}
        # the hub answers with the page that waits for the user's server
        self.browser.post(login, data=form, timeout=60).raise_for_status()

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask the learner's server something as their browser would."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        answer = self.status(method, path, body)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def status(self, method: str, path: str, body: object = None) -> requests.Response:
        """Return the answer whatever its code, with no redirection followed."""
        return self.browser.request(
            method,
            f"{self.hub.address}{path}",
            json=body,
            headers={"X-XSRFToken": self._xsrf(f"/user/{self.name}/")},
            timeout=60,
            allow_redirects=False,
        )

    def _xsrf(self, path: str) -> str:
        found = [c.value for c in self.browser.cookies if c.name == "_xsrf" and c.path == path]
        return found[0] if found else ""

    async def run(self, notebook: dict, path: str) -> list[list[dict]]:
        """Run a notebook's code cells in a session of its own; return each cell's outputs."""
        body = {"path": path, "name": path, "type": "notebook", "kernel": {"name": "python3"}}
        session = await self.ask("POST", f"/user/{self.name}/api/sessions", body)
        channels = f"/user/{self.name}/api/kernels/{session['kernel']['id']}/channels"
        url = f"{self.hub.address}{channels}"
        cookies = self.browser.prepare_request(requests.Request("GET", url)).headers["Cookie"]
        headers = {"Cookie": cookies, "Origin": self.hub.address}
        socket = await websocket_connect(HTTPRequest(url.replace("http", "ws", 1), headers=headers))
        try:
            code = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
            return [await asyncio.wait_for(_execute(socket, each), SECONDS) for each in code]
        finally:
            socket.close()


async def _execute(socket: WebSocketClientConnection, code: str) -> list[dict]:
    """Run a cell and return its messages that are outputs, until the kernel is idle again."""
    id = uuid.uuid4().hex
    header = {"msg_id": id, "session": id, "msg_type": "execute_request", "version": "5.3"}
    message = {
        "channel": "shell",
        "header": {**header, "username": "", "date": ""},
        "parent_header": {},
        "metadata": {},
        "content": {"code": code, "silent": False, "store_history": True},
    }
    await socket.write_message(json.dumps(message))
    outputs = []
    while (text := await socket.read_message()) is not None:
        if not isinstance(text, str):
            continue
        answer = json.loads(text)
        if answer["parent_header"].get("msg_id") != id:
            continue
        kind, content = answer["msg_type"], answer["content"]
        if kind == "status" and content["execution_state"] == "idle":
            return outputs
        if kind in ("stream", "execute_result", "display_data", "error"):
            outputs.append(content)
    raise ConnectionError("the server closed the connection to the kernel")
