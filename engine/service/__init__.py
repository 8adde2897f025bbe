"""What happens to a request: idempotency, allowance, cache, run, settle; jobs, events, signed audio."""
