"""docs/operating.md and its examples: units, compose file and proxy are what their tools and our commands take."""

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from oddchip.cli import COMMANDS
from oddchip.cli import serve as serving
from oddchip.cli.frame import Parser
from oddchip.room.store import is_url
from oddchip.web.settings import public
from terminal import oddchip

DOCS = Path(__file__).parents[1] / "docs"
EXAMPLES = DOCS / "examples"
PAGE = (DOCS / "operating.md").read_text()
UNITS = ("oddchip.service", "oddchip@.service")
COMPOSE = yaml.safe_load((EXAMPLES / "compose.yaml").read_text())
WORKERS = sorted(name for name in COMPOSE["services"] if name.startswith("worker"))


def served(words):
    """What a command line of `serve` asks for; the sentence of `WrongUse` where it cannot be followed."""
    parser = Parser("oddchip serve", "", None)
    serving.add_arguments(parser)
    return parser.read(words)


def unit(name):
    """The sections of a unit; a name said twice has its last value, which none of ours relies on."""
    found = configparser.ConfigParser(strict=True, interpolation=None)
    found.optionxform = str
    found.read_string((EXAMPLES / name).read_text())
    return found


# --- units of systemd ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", UNITS)
def test_the_command_of_a_unit_is_one_that_serve_takes(name):
    program, command, *words = shlex.split(unit(name)["Service"]["ExecStart"].replace("%i", "8717"))
    assert (Path(program).name, command) == ("oddchip", "serve")
    args = served(words)
    if name == "oddchip@.service":
        variable, _, url = unit(name)["Service"]["Environment"].partition("=")
        assert variable == serving.DATABASE
        assert is_url(url)
        assert "%" not in url, "systemd would read more into it"
    assert args.behind_proxy
    assert public(args.public_url) == args.public_url
    folder = unit(name)["Service"]["StateDirectory"].replace("%i", "8717")
    assert args.data == f"/var/lib/{folder}", "the only place that the unit may write to"


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_gives_a_room_time_to_leave_and_starts_it_again(name):
    service = unit(name)["Service"]
    assert int(service["TimeoutStopSec"]) >= 15
    assert service["Restart"] == "always"
    assert service["ProtectSystem"] == "strict"


#: Where systemd is not there, the tests above are what is known of a unit.
SYSTEMD = shutil.which("systemd-analyze")


@pytest.mark.parametrize("name", UNITS if SYSTEMD else ())
def test_systemd_has_nothing_to_say_against_a_unit(name, tmp_path):
    text = (EXAMPLES / name).read_text().replace("/opt/oddchip/bin/oddchip", "/bin/true")
    here = tmp_path / name.replace("@", "@8717")
    (tmp_path / name).write_text(text)
    if here.name != name:
        here.symlink_to(tmp_path / name)
    ran = subprocess.run(["systemd-analyze", "verify", "--man=no", here], capture_output=True, text=True, check=False)
    about_ours = [line for line in ran.stderr.splitlines() if "oddchip" in line]
    assert about_ours == []
    assert ran.returncode == 0, ran.stderr


# --- the compose file ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WORKERS)
def test_the_command_of_a_container_is_one_that_serve_takes(name):
    service = COMPOSE["services"][name]
    command, *words = service["command"]
    assert command == "serve"
    args = served(words)
    assert args.behind_proxy
    assert args.data == "/data"
    assert is_url(args.database)
    assert f"{name}:/data" in service["volumes"]
    check = service["healthcheck"]["test"][-1]
    assert f"'http://127.0.0.1:{args.port}/readyz'" in check
    compile(check, name, "exec")


def test_containers_fit_together():
    services, ports = COMPOSE["services"], {served(COMPOSE["services"][name]["command"][1:]).port for name in WORKERS}
    assert len(WORKERS) == len(ports) == 2
    proxied = set(map(int, re.findall(r"server 127\.0\.0\.1:(\d+)", (EXAMPLES / "nginx.conf").read_text())))
    assert proxied == ports
    assert {
        volume.partition(":")[0] for each in services.values() for volume in each["volumes"] if volume[0] not in "./"
    } == {*COMPOSE["volumes"]}
    for name in (*WORKERS, "proxy"):
        assert services[name]["network_mode"] == "host", "a worker believes a proxy on 127.0.0.1 alone"
    password = services["database"]["environment"]["POSTGRES_PASSWORD"]
    assert all(services[name]["environment"]["PGPASSWORD"] == password for name in WORKERS)
    assert re.fullmatch(r"\$\{ODDCHIP_PASSWORD:\?[^}]+\}", password), "none is written down, and none is left out"
    assert services["database"]["ports"] == ["127.0.0.1:5432:5432"]


def test_the_image_has_what_a_worker_needs():
    text = (EXAMPLES / "Dockerfile").read_text()
    assert "[room,postgres]" in text
    assert re.search(r"^USER (?!root)\w+$", text, re.M)
    assert COMPOSE["x-worker"]["build"]["dockerfile"] == "docs/examples/Dockerfile"
    assert (EXAMPLES / COMPOSE["x-worker"]["build"]["context"]).resolve() == DOCS.parent


# --- the page --------------------------------------------------------------------------------------------------------


def test_commands_of_the_page_are_ones_that_there_are():
    named = re.findall(r"\boddchip ([a-z]+(?:-[a-z]+)*(?: --[a-z-]+)?)", PAGE)
    assert len(named) >= 8
    for line in named:
        command, _, option = line.partition(" ")
        assert command in COMMANDS, line
        if option:
            assert option in oddchip(command, "--help").out, line


def test_the_page_names_files_that_there_are():
    for name in re.findall(r"`([\w@.-]+\.(?:service|yaml|conf))`", PAGE):
        assert (EXAMPLES / name).is_file(), name


def test_every_event_of_an_alarm_is_one_that_is_reported():
    alarms = re.search(r"^## Alarms.*?^## ", PAGE, re.M | re.S)[0]
    source = "".join(path.read_text() for path in (DOCS.parent / "src" / "oddchip").rglob("*.py"))
    events = {each for found in re.findall(r'event=~?"([^"]+)"', alarms) for each in found.split("\\|")}
    assert len(events) >= 4
    for event in events:
        assert f'"{event}"' in source, event
