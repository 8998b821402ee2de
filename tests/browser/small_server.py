"""A server for trying the harness on: started like the room, as strict as the room, with one page and one bad page."""

from __future__ import annotations

import argparse
import json
import socket
import sys

import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute

CSP = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
PAGE = """<!doctype html><html lang="en"><title>Small</title><meta name="viewport" content="width=device-width">
<script type="module" src="/page.js"></script><main><h1>Small</h1><p id="said">nothing yet</p></main></html>"""
BAD_PAGE = """<!doctype html><html><title>Bad</title><script type="module" src="/bad.js"></script>
<main><h1>Bad</h1><button></button><div style="width: 3000px">wide</div></main></html>"""
SCRIPT = """const socket = new WebSocket(`ws://${location.host}/live`);
socket.onopen = () => socket.send("hello");
socket.onmessage = event => { document.getElementById("said").textContent = event.data; };"""
BAD_SCRIPT = """console.error("all is lost"); document.querySelector("main").style.width = "3000px";
setTimeout(() => { throw new Error("and broken"); });"""


async def live(websocket) -> None:
    await websocket.accept()
    await websocket.send_text(f"heard {await websocket.receive_text()}")
    await websocket.close()


def page(text: str):
    return lambda request: HTMLResponse(text, headers={"Content-Security-Policy": CSP})


def script(text: str):
    return lambda request: Response(text, media_type="text/javascript")


APP = Starlette(
    routes=[
        Route("/", page(PAGE)),
        Route("/bad", page(BAD_PAGE)),
        Route("/page.js", script(SCRIPT)),
        Route("/bad.js", script(BAD_SCRIPT)),
        Route("/favicon.ico", lambda request: Response(status_code=204)),
        WebSocketRoute("/live", live),
    ]
)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data")
    options = parser.parse_args()
    with socket.create_server(("127.0.0.1", options.port)) as listening:
        port = listening.getsockname()[1]
        print("a line that is not JSON")
        print(json.dumps({"lobby": f"http://127.0.0.1:{port}/", "host_key": "key", "port": port}), flush=True)
        uvicorn.Server(uvicorn.Config(APP, log_level="warning", ws="websockets-sansio")).run([listening])
    sys.exit(0)


if __name__ == "__main__":
    main()
