"""Run as a program: one of several processes that send the same requests to one data folder.

python -m tests.service.crowd FOLDER KEYS
"""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engine.contract.errors import RequestInProgress
from engine.service.account import Account
from engine.service.service import Service
from tests.service.doubles import PlainCapabilities

ME = Account()


def ask(service: Service, number: int) -> tuple[str, str]:
    key = f"key-number-{number}"
    while True:
        try:
            if number % 3 == 0:
                body = {"text": f"سلام {number}", "tier": "basic", "voice": "kian"}
                return key, str(service.generate(ME, "speech", body, key).request_id)
            if number % 3 == 1:
                body = {"text": f"سلام {number}", "tier": "basic", "voice": "ava"}
                job = service.create_job(ME, body, key)
                for _ in service.stream_job(ME, job.id):
                    pass
                return key, str(service.job(ME, job.id).request_id)
            return key, str(service.generate(ME, "translate", {"text": f"سلام {number}"}, key).request_id)
        except RequestInProgress:
            time.sleep(0.02)


def main(folder: Path, keys: int) -> None:
    service = Service(folder, PlainCapabilities(), {ME.scope: ME}.get)
    with ThreadPoolExecutor(4) as pool:
        answers = dict(pool.map(lambda number: ask(service, number), range(keys)))
    service.close()
    print(json.dumps(answers))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
