"""A queue of resumable jobs on one thread, in place of a loader thread.

A job is a generator. It does a few milliseconds of work between yields: `yield None` lets others run, `yield condition`
waits until `condition()` is true. `pump` is called once per update, never inside a getter or a draw.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Hashable
from enum import Enum
from typing import Any, Final, Generic, TypeVar

Result = TypeVar("Result")
Condition = Callable[[], bool]
Steps = Generator[Condition | None, None, Result]

DEFAULT_BUDGET_MS: Final = 4.0


class JobState(Enum):
    """What became of a job."""

    waiting = "waiting"
    done = "done"
    failed = "failed"


class Job(Generic[Result]):
    """One piece of work: `result` once it is done, `error` if it failed."""

    def __init__(self, steps: Steps[Result]) -> None:
        self._steps = steps
        self._condition: Condition | None = None
        self.state = JobState.waiting
        self.result: Result | None = None
        self.error: Exception | None = None

    @property
    def can_run(self) -> bool:
        """Whether the job has something to do now."""
        return self.state is JobState.waiting and (self._condition is None or self._condition())

    def step(self) -> None:
        """Run until the next yield; what the generator returns or raises is kept."""
        try:
            self._condition = next(self._steps)
        except StopIteration as end:
            self.result = end.value
            self.state = JobState.done
        except Exception as error:
            self.error = error
            self.state = JobState.failed


class JobQueue:
    """Jobs in the order they came; one that waits for something lets the others pass.

    Parameters
    ----------
    clock
        seconds, rising; injected in tests.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._queue: deque[tuple[Hashable, Job[Any]]] = deque()
        self._by_key: dict[Hashable, Job[Any]] = {}

    def submit(self, key: Hashable, steps: Callable[[], Steps[Result]]) -> Job[Result]:
        """Return the unfinished job of `key`, or queue a new one made of `steps()`."""
        if key not in self._by_key:
            self._by_key[key] = Job(steps())
            self._queue.append((key, self._by_key[key]))
        return self._by_key[key]

    def pump(self, budget_ms: float = DEFAULT_BUDGET_MS) -> int:
        """Run jobs until `budget_ms` is spent or none can run; return how many are left.

        At least one step is run, so that a small budget is slow but never stuck.
        """
        deadline = self._clock() + budget_ms / 1000.0
        while (runnable := next((entry for entry in self._queue if entry[1].can_run), None)) is not None:
            key, job = runnable
            job.step()
            if job.state is not JobState.waiting:
                self._queue.remove(runnable)
                del self._by_key[key]
            if self._clock() >= deadline:
                break
        return len(self._queue)

    @property
    def has_runnable(self) -> bool:
        """Whether a job has something to do now."""
        return any(job.can_run for _, job in self._queue)

    def __len__(self) -> int:
        return len(self._queue)
