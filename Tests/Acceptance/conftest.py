"""What every acceptance test starts from: the built program, gateways and a browser."""

import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def nightjar():
    """The program under test: NIGHTJAR_BIN, or the last debug build."""
    binary = pathlib.Path(os.environ.get("NIGHTJAR_BIN", ROOT / ".build/debug/nightjar"))
    if not binary.exists():
        pytest.fail(f"{binary} is missing: run swift build, or name the program in NIGHTJAR_BIN")
    return str(binary)


@pytest.fixture
def program(nightjar, tmp_path):
    """The program with an empty home."""
    from program import Program
    home = tmp_path / "home"
    home.mkdir()
    return Program(nightjar, home)


@pytest.fixture(scope="session")
def recordings():
    """Real recordings, where there are some."""
    folder = os.environ.get("NIGHTJAR_TEST_DATA")
    if not folder:
        pytest.skip("NIGHTJAR_TEST_DATA names no folder with recordings")
    return pathlib.Path(folder)


@pytest.fixture(scope="session")
def gateway(nightjar, tmp_path_factory):
    """A gateway with a live synthetic wearer and the demo night, shared by tests that only look."""
    from gateway import Gateway
    running = Gateway(nightjar, tmp_path_factory.mktemp("demo") / "store").start()
    yield running
    running.stop()


@pytest.fixture
def own_gateway(nightjar, tmp_path):
    """Starts gateways that one test has for itself."""
    from gateway import Gateway
    started = []

    def start(demo=True, options=()):
        started.append(Gateway(nightjar, tmp_path / f"store{len(started)}", demo, options).start())
        return started[-1]

    yield start
    for running in started:
        running.stop()


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    from browser import Browser
    running = Browser(tmp_path_factory.mktemp("downloads"))
    yield running
    running.quit()


@pytest.fixture
def browser(chromium):
    """The browser, as a wide and light screen with an empty console; a fault of a page's script fails the test."""
    # The page of the test before may still look for a gateway that is gone.
    chromium.open("about:blank")
    chromium.look()
    chromium.complaints()
    chromium.faults.clear()
    yield chromium
    chromium.complaints()
    assert not chromium.faults, "\n".join(chromium.faults)
