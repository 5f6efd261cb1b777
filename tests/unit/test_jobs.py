from cna_avatars.jobs import JobQueue, JobState, Steps


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def counting(clock: Clock, log: list[str], name: str, steps: int, cost: float = 0.001) -> Steps[str]:
    for step in range(steps):
        clock.now += cost
        log.append(f"{name}{step}")
        yield None
    return name


def test_the_budget_ends_a_pump_and_the_next_goes_on() -> None:
    clock, log = Clock(), []
    queue = JobQueue(clock)
    job = queue.submit("a", lambda: counting(clock, log, "a", 10))
    assert queue.pump(3.5) == 1
    assert len(log) == 4
    assert job.state is JobState.waiting
    assert queue.pump(1000) == 0
    assert (job.state, job.result) == (JobState.done, "a")


def test_a_budget_of_nothing_still_makes_one_step() -> None:
    clock, log = Clock(), []
    queue = JobQueue(clock)
    queue.submit("a", lambda: counting(clock, log, "a", 3))
    for _ in range(4):
        queue.pump(0)
    assert (log, len(queue)) == (["a0", "a1", "a2"], 0)


def test_jobs_run_in_their_order() -> None:
    clock, log = Clock(), []
    queue = JobQueue(clock)
    queue.submit("a", lambda: counting(clock, log, "a", 2))
    queue.submit("b", lambda: counting(clock, log, "b", 2))
    queue.pump(1000)
    assert log == ["a0", "a1", "b0", "b1"]


def test_a_key_is_queued_once_until_it_is_done() -> None:
    clock, log = Clock(), []
    queue = JobQueue(clock)
    first = queue.submit("a", lambda: counting(clock, log, "a", 2))
    assert queue.submit("a", lambda: counting(clock, log, "x", 2)) is first
    queue.pump(1000)
    assert queue.submit("a", lambda: counting(clock, log, "a", 2)) is not first


def test_a_waiting_job_lets_others_pass() -> None:
    clock, log, ready = Clock(), [], []

    def waiting() -> Steps[None]:
        yield lambda: bool(ready)
        log.append("w")

    queue = JobQueue(clock)
    queue.submit("w", waiting)
    queue.submit("a", lambda: counting(clock, log, "a", 1))
    assert queue.pump(1000) == 1
    assert not queue.has_runnable
    ready.append(True)
    assert queue.pump(1000) == 0
    assert log == ["a0", "w"]


def test_an_exception_is_kept_and_harms_no_other_job() -> None:
    def failing() -> Steps[None]:
        yield None
        raise ValueError("bad")

    clock, log = Clock(), []
    queue = JobQueue(clock)
    bad = queue.submit("bad", failing)
    good = queue.submit("good", lambda: counting(clock, log, "a", 1))
    queue.pump(1000)
    assert (bad.state, str(bad.error)) == (JobState.failed, "bad")
    assert good.state is JobState.done
