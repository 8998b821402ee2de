"""A table of tests/screen_table.py for the browser tests: `python staged.py --port N --data DIR`, with quick bots."""

import argparse
import json
import socket
import sys
from pathlib import Path

import uvicorn

sys.path.insert(0, str(Path(__file__).parents[1]))

import screen_table

THINK = 0.25


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data")
    options = parser.parse_args()
    play = screen_table.Play
    screen_table.Play = lambda spec: play(spec, THINK)
    with socket.create_server(("127.0.0.1", options.port)) as listening:
        port = listening.getsockname()[1]
        print(json.dumps({"lobby": f"http://127.0.0.1:{port}/", "host_key": "", "port": port}))
        sys.stdout.flush()
        uvicorn.Server(uvicorn.Config(screen_table.app, log_level="warning", lifespan="off")).run([listening])


if __name__ == "__main__":
    main()
