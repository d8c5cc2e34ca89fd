"""The broker without a server: messages between processes are neither lost nor doubled, and garbage does no harm."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from kombu import Connection

from config.processes import signal_on_parent_death
from tests.helpers import PATIENCE
from tests.system.program import ROOT, wait_until

MESSAGES = 1000

PRODUCER = """
import sys
from kombu import Connection
with Connection("folder://localhost", transport="config.broker:FolderTransport",
                transport_options={"folder": sys.argv[1]}) as connection:
    queue = connection.SimpleQueue("celery")
    for number in range(int(sys.argv[3])):
        queue.put(f"{sys.argv[2]}-{number}")
"""

CONSUMER = """
import sys
from kombu import Connection
with Connection("folder://localhost", transport="config.broker:FolderTransport",
                transport_options={"folder": sys.argv[1]}) as connection:
    queue = connection.SimpleQueue("celery")
    while True:
        message = queue.get()
        if message.payload == "stop":
            message.ack()
            break
        print(message.payload, flush=True)
        message.ack()
"""


def connect(folder: Path) -> Connection:
    transport = "config.broker:FolderTransport"
    return Connection("folder://localhost", transport=transport, transport_options={"folder": str(folder)})


def start_python(script: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *arguments]
    ends_with_tests = signal_on_parent_death(signal.SIGKILL)
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=ends_with_tests)


def test_no_message_is_lost_or_doubled_between_two_producers_and_two_consumers(tmp_path: Path) -> None:
    consumers = [start_python(CONSUMER, str(tmp_path)) for _ in range(2)]
    producers = [start_python(PRODUCER, str(tmp_path), name, str(MESSAGES)) for name in "ab"]
    assert [producer.communicate(timeout=PATIENCE)[0] for producer in producers] == ["", ""]
    with connect(tmp_path) as connection:
        for _ in consumers:
            connection.SimpleQueue("celery").put("stop")
    received = [consumer.communicate(timeout=PATIENCE)[0].splitlines() for consumer in consumers]
    assert sorted(received[0] + received[1]) == sorted(
        f"{name}-{number}" for name in "ab" for number in range(MESSAGES)
    )
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("garbage", ["", "{", "[]", "{}", '{"body": "x", "properties": {}}', '{"properties": 1}'])
def test_unreadable_message_is_moved_to_its_own_folder(tmp_path: Path, garbage: str) -> None:
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("celery")
        (tmp_path / "queue-celery").mkdir(exist_ok=True)
        (tmp_path / "queue-celery" / "0.json").write_text(garbage)
        queue.put("after it")
        message = queue.get(timeout=PATIENCE)
        assert message.payload == "after it"
        message.ack()
    assert (tmp_path / "unreadable" / "0.json").read_text() == garbage


def test_messages_arrive_in_the_order_they_were_sent(tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("celery")
        for number in range(20):
            queue.put(number)
        assert queue.qsize() == 20
        assert [queue.get(timeout=PATIENCE).payload for _ in range(20)] == list(range(20))


def test_clean_stop_returns_an_unacknowledged_message_to_the_queue(tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        connection.SimpleQueue("celery").put("work")
    with connect(tmp_path) as connection:
        assert connection.SimpleQueue("celery").get(timeout=PATIENCE).payload == "work"
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("celery")
        wait_until(lambda: queue.qsize() == 1, "returned")
        assert queue.get(timeout=PATIENCE).payload == "work"
