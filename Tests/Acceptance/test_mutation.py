"""The tool that seeds faults in the decoders, epochs and analysis (Tests/Mutation), by small sources."""

import importlib.machinery
import importlib.util
import pathlib
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Mutation"
sys.path.insert(0, str(FOLDER))

import faults  # noqa: E402

loader = importlib.machinery.SourceFileLoader("mutation_run", str(FOLDER / "run"))
run = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutation_run", loader))
loader.exec_module(run)


def body(text):
    return "func sum(_ a: Int, _ b: Int) -> Int {\n" + text + "\n}\n"


def seeded(text, kind):
    """The source with each of its faults of a kind in it, one after the other."""
    return [faults.seeded(text, [(7, fault)]).removeprefix("public import Mutants; ")
            for fault in faults.find(text) if fault.kind == kind]


@pytest.mark.parametrize(("kind", "line", "with_fault"), [
    ("comparison", "if a < b { log() }", "if (mutant(7) ? a {} b : a < b) {{ log() }}"),
    ("comparison", "guard !c, x.max() ?? 0 == b else { return }", "guard !c, (mutant(7) ? x.max() ?? 0 != b : x.max() ?? 0 == b) else { return }"),
    ("arithmetic", "let c = (a + 1) * b", "let c = (mutant(7) ? (a + 1) / b : (a + 1) * b)"),
    ("arithmetic", "a += b", "if mutant(7) { a -= b } else { a += b }"),
    ("logic", "let c = a < b && d", "let c = (mutant(7) ? a < b || d : a < b && d)"),
    ("constant", "let c = -1", "let c = (mutant(7) ? -2 : -1)"),
    ("constant", "let c = 0xFF", "let c = (mutant(7) ? 0xFE : 0xFF)"),
    ("constant", "let c = 0.5", "let c = (mutant(7) ? 1.5 : 0.5)"),
    ("negation", "if !c, d { log() }", "if (mutant(7) ? c : !c), d { log() }"),
    ("statement", "log(a)\nreturn a", "if !mutant(7) { log(a) }\nreturn a"),
])
def test_a_fault_of_each_kind_is_put_behind_its_switch(kind, line, with_fault):
    expected = [body(with_fault)]
    if "{}" in with_fault:
        expected = [body(with_fault.format(other)) for other in ("<=", ">=")]
    assert set(expected) & set(seeded(body(line), kind))


@pytest.mark.parametrize(("declared", "line", "instead"), [
    ("Bool", "return f()", ("true", "false")), ("Int", "return f()", ("0", "1")), ("[Int]", "return f()", ("[]",)),
    ("Double?", "f()", ("nil",)), ("Instant", "return f()", ()),
])
def test_a_result_is_replaced_by_its_declared_type(declared, line, instead):
    found = [fault for fault in faults.find(f"func g() -> {declared} {{ {line} }}\n") if fault.kind == "result"]
    assert len(found) == min(1, len(instead))
    assert all(fault.after in instead and fault.before == "f()" for fault in found)


@pytest.mark.parametrize("text", [
    "enum A: Int {\n    case b = 1\n}\n", "switch x {\ncase 3:\n    break\n}\n", "let a = b.0\n", "let a: InlineArray<8, Int>\n",
    '// a < b\n/* 1 /* 2 */ 3 */\nlet a = "1 < \\(b + 2) 3"\n', "@available(macOS 15, *)\nstruct A {}\n",
    "extension A where B == C {}\n",
])
def test_where_no_condition_may_stand_no_fault_is_seeded(text):
    assert faults.find(text) == []


def test_a_fault_over_several_lines_leaves_the_lines_where_they_are():
    text = body("let c = a\n    + b\nreturn c * 2")
    for fault in faults.find(text):
        assert faults.seeded(text, [(1, fault)]).count("\n") == text.count("\n")


def test_the_title_of_a_long_fault_shows_what_was_changed():
    fault, = [fault for fault in faults.find(body(f"let c = {'a + ' * 40}a < b + {'a + ' * 40}a")) if fault.kind == "comparison"]
    before, after = fault.title.split(" → ")
    assert before != after and "a < b" in before and len(before) < 80


def test_faults_that_overlap_are_not_seeded_together():
    found = faults.find(body("return a + b - a"))
    assert len(found) > 1
    kept = faults.apart(found)
    assert all(one.end <= other.start or other.end <= one.start for one in kept for other in kept if one is not other)


def test_the_statement_of_a_constructor_and_the_only_one_of_a_function_stay():
    assert seeded("struct A {\n    init() {\n        self.b = 1\n        c = 2\n    }\n}\n", "statement") == []
    assert seeded("func f() -> Int {\n    g(1)\n}\n", "statement") == []


def test_the_interval_is_wilsons():
    low, high = run.interval(80, 100)
    assert (round(low, 3), round(high, 3)) == (0.711, 0.867)
    assert run.interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("fails", "verdict"), [("slow", "found"), ("none", "missed")])
def test_a_fault_is_found_when_one_of_the_tests_that_come_by_it_fails(monkeypatch, fails, verdict):
    batches = []

    def fake(tests, environment, seconds):
        batches.append((tests, environment, seconds))
        return fails not in tests

    monkeypatch.setattr(run, "run", fake)
    times = {"slow": 9.0, "a": 1.0, "b": 1.5}
    assert run.judge(5, {"slow", "a", "b"}, times) == verdict
    # The quick ones first, and with a limit that no such test comes near.
    assert batches == [(["a", "b"], {"MUTANT": "5"}, 45), (["slow"], {"MUTANT": "5"}, 110)]
    assert run.judge(6, set(), times) == "unreached"
