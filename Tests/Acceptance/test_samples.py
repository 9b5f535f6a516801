"""One set of samples: a strap that streams, metrics and HealthKit samples, and what days came to."""

import datetime
import json
import time
import urllib.request

UTC = datetime.timezone.utc


def post(gateway, path, body):
    request = urllib.request.Request(
        gateway.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def stamp(time_):
    return time_.isoformat(timespec="seconds").replace("+00:00", "Z")


def rates(gateway):
    now = datetime.datetime.now(UTC)
    start, end = stamp(now - datetime.timedelta(hours=1)), stamp(now + datetime.timedelta(hours=1))
    return gateway.get(f"/api/v1/samples?type=heart_rate&start={start}&end={end}")["samples"]


def until(condition, patience_s=30):
    deadline = time.monotonic() + patience_s
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.2)
    return found


def test_a_strap_that_streams_answers_as_a_sample_within_seconds(own_gateway):
    gateway = own_gateway(demo=False, options=["--simulate", "--no-usb", "--no-bluetooth"])
    first = until(lambda: rates(gateway))
    assert all(40 < sample["value"] < 200 and sample["unit"] == "count/min" for sample in first)
    assert {sample["source"] for sample in first} == {"nightjar"} and all(sample["device_id"] for sample in first)
    # The minute that is being filled grows, and is there once.
    until(lambda: rates(gateway)[-1]["end"] > first[-1]["end"])
    starts = [sample["start"] for sample in rates(gateway)]
    assert len(starts) == len(set(starts)) and {sample["start"] for sample in first} <= set(starts)
    assert {"type": "heart_rate", "count": 1} in gateway.get("/api/v1/samples/types")["types"]


def test_days_of_several_sources_come_to_the_same_by_hour_day_week_and_month(own_gateway):
    gateway = own_gateway(demo=False, options=["--zone", "Europe/Berlin", "--no-usb", "--no-bluetooth"])
    begin = datetime.datetime(2025, 9, 20, tzinfo=UTC)

    def sample(hour, minutes, value, source):
        start = begin + datetime.timedelta(hours=hour)
        return {"identifier": "HKQuantityTypeIdentifierStepCount", "value": value, "unit": "count",
                "start_date": stamp(start), "end_date": stamp(start + datetime.timedelta(minutes=minutes)),
                "source_name": source}

    def send(samples):
        sent = post(gateway, "/api/v1/healthkit/upload", {"quantity_samples": samples})
        until(lambda: gateway.get(f"/api/v1/healthkit/status/{sent['upload_id']}")["status"] in ("completed", "failed"))

    def sums(by):
        found = gateway.get(f"/api/v1/samples/sum?type=steps&start=2025-09-18&end=2025-11-05&by={by}")
        assert sum(part["sum"] for part in found["parts"]) == found["sum"]
        return found

    # Each hour by a watch, and half of it by a phone: nothing is added twice. The clocks are set back within the time.
    watch = [sample(hour, 60, 100, "Watch") for hour in range(24 * 40)]
    send(watch + [sample(hour, 30, 70, "Phone") for hour in range(24 * 40)])
    for by in ("all", "hour", "day", "week", "month"):
        first = sums(by)
        assert first["sum"] == 100 * len(watch) and sums(by) == first
    # A day that gets more comes to more, in whatever part it lies.
    send([sample(24 * 41, 60, 7, "Watch"), sample(24 * 20, 60, 50, "Ring")])
    assert [sums(by)["sum"] for by in ("all", "hour", "day", "week", "month")] == [100 * len(watch) + 7] * 5
