"""What a process keeps to its end: modules, models, tables."""

import gc


def settle_memory() -> None:
    """Takes all that is there now out of the cycles of the garbage collector.

    Python looks through all objects now and then, among them 240,000 of torch, other libraries and a model
    that never go; a request that meets this waits for nearly a tenth of a second.
    """
    gc.collect()
    gc.freeze()
