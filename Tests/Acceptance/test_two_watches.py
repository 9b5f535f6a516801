"""Two owners of one box with a watch each: neither hears the other's heart, whoever wears the one device there is."""

import time
import urllib.parse

import pytest
from gateway import Gateway
from test_strangers import Person


@pytest.fixture
def people(nightjar, tmp_path):
    box = Gateway(nightjar, tmp_path / "data", demo=False, options=["--simulate", "--no-bluetooth", "--no-usb"])
    box.start()
    ada = Person(box, "Ada")
    ben = Person(box, "Ben", by=ada)
    ada.ok("PATCH", f"/auth/people/{ben.id}", {"role": "admin"})
    yield ada, ben
    box.stop()


def wear(owner, person):
    device = owner.ok("GET", "/devices")["devices"][0]["id"]
    owner.ok("POST", f"/devices/{urllib.parse.quote(device)}/wearers", {"wearer": int(person.id)})


class Watch:
    """A watch in a browser that a person paired by a code of theirs."""

    def __init__(self, person):
        self.person = person
        code = person.ok("POST", "/relay/pairing-codes")["code"]
        paired = person.ok("POST", "/relay/pair", {"code": code, "name": person.name})
        self.key = {"watch": paired["watch"], "token": paired["token"]}
        self.after = 0
        self.rates = []

    def poll(self, wait_s=1):
        answer = self.person.ok("POST", "/relay/watch/poll", {**self.key, "after": self.after, "wait_s": wait_s})
        for event in answer["events"]:
            self.after = max(self.after, event["number"])
            if "hr" in event.get("payload", {}):
                self.rates.append(event["payload"]["hr"])
        return answer

    def until_a_rate(self, patience_s=40):
        count, deadline = len(self.rates), time.monotonic() + patience_s
        while len(self.rates) == count:
            assert time.monotonic() < deadline, "no heart rate came"
            self.poll()


def test_each_hears_what_they_wear_and_nothing_of_the_other(people):
    ada, ben = people
    wear(ada, ada)
    hers, his = Watch(ada), Watch(ben)
    hers.until_a_rate()
    his.poll()
    assert not his.rates
    status = ben.ok("GET", "/relay/status")
    assert status["cognitive_load"] is None and "hr" not in status["context"] and status["watch_hrv_ms"] is None
    assert [watch["name"] for watch in status["watches"]] == ["Ben"]
    assert "hr" in ada.ok("GET", "/relay/status")["context"]
    # Her token is of no use from his sign-in, nor her watch to be forgotten by him.
    status, _ = ben.ask("POST", "/relay/watch/poll", {**hers.key, "after": 0, "wait_s": 0})
    assert status == 403
    assert ben.ask("DELETE", f"/relay/watches/{hers.key['watch']}")[0] == 404
    # What he says for his watch waits for his alone.
    ben.ok("POST", "/relay/send", {"kind": "userinfo", "payload": {"note": "bens"}})
    assert not ada.ok("GET", "/relay/transfers")["transfers"]

    wear(ada, ben)
    # What of hers was on its way still comes.
    while hers.poll(2)["events"]:
        pass
    before = len(hers.rates)
    his.until_a_rate()
    hers.poll(5)
    assert len(hers.rates) == before, "the first watch hears the next wearer"
    reply = ben.ask("POST", "/relay/watch/send", {**hers.key, "kind": "request", "payload": {"request": "hrv"}})
    assert reply[0] == 403


def test_a_patient_has_a_watch_of_their_own(people):
    ada, _ = people
    cy = Person(ada.box, "Cy", by=ada)
    wear(ada, cy)
    watch = Watch(cy)
    watch.until_a_rate()
    assert "hr" not in ada.ok("GET", "/relay/status")["context"]
    cy.ok("PUT", "/consents/heart_rate", {"allowed": False})
    watch.poll(0)
    count = len(watch.rates)
    deadline = time.monotonic() + 12
    context = {}
    while time.monotonic() < deadline:
        context = watch.poll(2)["context"]
    assert len(watch.rates) == count and "hr" not in context and context["reason"].startswith("refused")
