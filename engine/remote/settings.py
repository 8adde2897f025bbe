"""What a caller may set about time-outs and retries."""

import random
from dataclasses import dataclass

from engine.contract.errors import EngineError
from engine.contract.limits import SPEECH_CLIENT_SECONDS, TEXT_CLIENT_SECONDS


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait, in seconds (section 4, rule 1).

    Attributes:
        text: For the answer of every route but the next.
        speech: For the answer of synchronous speech.
        connect: For a connection, and for a free one of the pool.
        silence: For the next event or heartbeat of a job's stream, before it counts as cut.
    """

    text: float = TEXT_CLIENT_SECONDS
    speech: float = SPEECH_CLIENT_SECONDS
    connect: float = 10
    silence: float = 90


@dataclass(frozen=True, slots=True)
class Retries:
    """When a failed request is sent again: only if the failure is retryable (section 7, rule 3).

    Attributes:
        tries: Most tries of a request, the first included; of Premium never over three (section 4, rule 7).
        first_seconds: Upper end of the pause before the second try; it doubles with each further one.
        longest_seconds: Where the doubling stops.
        longest_retry_after: A longer Retry-After than this is left to the caller, in seconds.
    """

    tries: int = 3
    first_seconds: float = 0.5
    longest_seconds: float = 30
    longest_retry_after: float = 120

    def backoff(self, tries: int) -> float:
        """Seconds to pause after so many tries: exponential, with full jitter.

        Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
        """
        # Over 2 ** 60 a float would overflow, long after the doubling has stopped.
        return random.uniform(0, min(self.longest_seconds, self.first_seconds * 2.0 ** min(tries - 1, 60)))

    def pause(self, error: EngineError, tries: int, most: int) -> float | None:
        """Seconds to pause before the next try; None if there is to be none.

        Args:
            error: How the last try ended.
            tries: How many there were.
            most: How many there may be.
        """
        if tries >= most or not self.permits(error):
            return None
        return (error.retry_after or 0) + self.backoff(tries)

    def permits(self, error: EngineError) -> bool:
        """Whether a failure is worth another try at all."""
        return error.detail.retryable and (error.retry_after or 0) <= self.longest_retry_after
