"""Two web processes and two workers, each as on a machine of its own, on one PostgreSQL and one Redis."""

from contextlib import ExitStack
from pathlib import Path

from tests.system.machine import started, until, using


def test_two_webs_and_two_workers_started_at_once(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    shared = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url, "SECRET_KEY": "the same on all machines " * 2}
    with ExitStack() as machines:
        programs = []
        for number, kind in enumerate(["worker", "web", "web", "worker"]):
            (tmp_path / str(number)).mkdir()
            programs.append(machines.enter_context(started(tmp_path / str(number), kind, **shared)))
        webs = [program for program in programs if program.arguments == ("web",)]
        for web in webs:
            web.until_ready()
        ways_in = [web.out.partition("/welcome/")[2] for web in webs]
        assert ways_in[0] == ways_in[1] != ""
        until(lambda: all(len(using(program.data)) >= 2 for program in programs), "all four at work")
        assert [program.err for program in programs] == ["", "", "", ""]
        assert [program.stop() for program in programs] == [0, 0, 0, 0]
        assert [using(program.data) for program in programs] == [[], [], [], []]
