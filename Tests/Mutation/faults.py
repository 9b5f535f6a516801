"""Where faults can be seeded in a Swift source, and the source with all of them in it, each behind a switch of its own."""

import dataclasses
import os
import re

from swift_text import ASSIGNMENTS, CONTROL, OPENERS, STATEMENT_WORDS, Source

# The same but for the boundary, and the opposite; which of the two a place gets is settled by where it stands.
COMPARISONS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=", "!="), "!=": ("==", "==")}
ARITHMETIC = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "&+": "&-", "&-": "&+", "&*": "&+", "<<": ">>", ">>": "<<", "&": "|",
    "|": "&", "^": "|", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "&+=": "&-=", "&-=": "&+=", "|=": "&=", "&=": "|="}
LOGIC = {"&&": "||", "||": "&&"}
KINDS = ("comparison", "arithmetic", "logic", "constant", "negation", "result", "statement")


@dataclasses.dataclass(frozen=True)
class Fault:
    kind: str
    line: int
    start: int
    end: int
    before: str
    after: str
    # The text of the span with %d for the fault's number.
    switched: str

    @property
    def title(self):
        before, after = " ".join(self.before.split()), " ".join(self.after.split())
        same = len(os.path.commonprefix([before, after]))
        return f"`{shorten(before, same)}` → `{shorten(after, same)}`"


def shorten(text, place, around=35):
    """What stands around a place in a text."""
    first, last = max(0, place - around), place + around
    return ("…" if first else "") + text[first:last] + ("…" if last < len(text) else "")


def flat(text):
    """On one line, so that the lines of the source stay where they are; None where that would change its meaning."""
    return None if "\n" in text and ("//" in text or '"""' in text or ";" in text) else re.sub(r"\s*\n\s*", " ", text)


def constant(text):
    """A number one beside another; below it where that is the largest of some width."""
    if re.fullmatch(r"[0-9_]+", text):
        value = int(text.replace("_", ""))
        return str(value - 1 if value >= 127 and value & (value + 1) == 0 else value + 1)
    if text.startswith(("0x", "0b")):
        value = int(text.replace("_", ""), 0)
        wrong = value - 1 if value >= 127 and value & (value + 1) == 0 else value + 1
        return f"0x{wrong:X}" if text[1] == "x" else f"0b{wrong:b}"
    return repr(float(text.replace("_", "")) + 1)


def nothing(declared, line):
    """What a function gives instead of its result, by its declared type."""
    if declared == "Bool":
        return "true" if line % 2 else "false"
    if declared.endswith("?"):
        return "nil"
    if re.fullmatch(r"U?Int(8|16|32|64)?|Double|Float", declared):
        return "1" if line % 2 else "0"
    if declared == "String":
        return '""'
    if re.fullmatch(r"\[[^:]*\]", declared):
        return "[]"
    return None


class Finder:
    """Finds the faults of a source."""

    def __init__(self, text):
        self.source = Source(text)
        self.text = text
        self.found = []

    def faults(self):
        tokens = self.source.tokens
        for index, token in enumerate(tokens):
            if self.is_spared(index):
                continue
            if token.kind == "number":
                self.constant(index)
            elif token.kind == "operator" and token.text == "!" and token.before and not token.after:
                first, last = self.source.expression(index, logical=False)
                self.expression("negation", first, last, token, "")
            elif token.is_binary and token.before:
                self.operator(index)
            elif token.text == "return" and index + 1 < len(tokens) and not self.source.begins_statement(index + 1):
                brace, kind = self.source.body(index)
                if kind == "function":
                    self.result(index + 1, self.source.statement_end(index), brace)
            elif token.text == "{" and token.kind == "mark":
                self.single(index)
            self.statement(index)
        return self.found

    def is_spared(self, index):
        """Patterns, raw values, attributes and types, where no condition may stand."""
        source = self.source
        start = source.statement_start(index)
        words = source.words(start, index)
        if words[:1] in (["case"], ["import"], ["typealias"], ["precedencegroup"]):
            return not any(text == ":" for text in source.level_texts(start, index))
        if words[:2] == ["indirect", "case"]:
            return True
        before = source.tokens[index - 1] if index else None
        if before is not None and before.text in (".", "<") and not before.after:
            return True
        brace = source.opener[index]
        while brace is not None:
            if source.tokens[brace].text == "(" and brace and source.tokens[brace - 1].text.startswith(("@", "#")):
                return True
            brace = source.opener[brace]
        return False

    def add(self, kind, token, start, end, before, after, switched):
        self.found.append(Fault(kind, token.line, start, end, before, after, switched))

    def span(self, first, last):
        return self.source.tokens[first].start, self.source.tokens[last].end

    def expression(self, kind, first, last, token, instead):
        start, end = self.span(first, last)
        before = self.text[start:end]
        after = flat(self.text[start:token.start] + instead + self.text[token.end:end])
        if after is None or "\\(" in before:
            return
        self.add(kind, token, start, end, before, after, f"(mutant(%d) ? {escape(after)} : {escape(before)})")

    def constant(self, index):
        token = self.source.tokens[index]
        start, before = token.start, self.source.tokens[index - 1] if index else None
        if before is not None and before.text == "-" and before.before and not before.after:
            start = before.start
        old = self.text[start:token.end]
        new = self.text[start:token.start] + constant(token.text)
        self.add("constant", token, start, token.end, old, new, f"(mutant(%d) ? {new} : {old})")

    def operator(self, index):
        source, token = self.source, self.source.tokens[index]
        if token.text in COMPARISONS:
            first, last = source.expression(index, logical=False)
            sides = [self.text[slice(*self.span(first, index - 1))], self.text[slice(*self.span(index + 1, last))]]
            # Types are compared in a clause `where`.
            if token.text == "==" and all(re.fullmatch(r"[A-Z][\w.]*", side) for side in sides):
                return
            self.expression("comparison", first, last, token, COMPARISONS[token.text][token.start % 2])
        elif token.text in LOGIC:
            first, last = source.expression(index, logical=True)
            self.expression("logic", first, last, token, LOGIC[token.text])
        elif token.text in ASSIGNMENTS and token.text in ARITHMETIC:
            start, end = source.statement_start(index), source.statement_end(index)
            text = self.text[slice(*self.span(start, end))]
            if source.tokens[start].text in STATEMENT_WORDS or not source.begins_statement(start) or '"' in text:
                return
            at = self.span(start, end)[0]
            after = flat(text[:token.start - at] + ARITHMETIC[token.text] + text[token.end - at:])
            if after is not None:
                self.add(
                    "arithmetic", token, *self.span(start, end), text, after,
                    f"if mutant(%d) {{ {escape(after)} }} else {{ {escape(text)} }}")
        elif token.text in ARITHMETIC:
            first, last = source.expression(index, logical=False)
            text = self.text[slice(*self.span(first, last))]
            # Texts and arrays are joined by + and know no -.
            if '"' not in text and not re.search(r"(^|[-+*/(]\s*)\[", text) and "Array(" not in text:
                self.expression("arithmetic", first, last, token, ARITHMETIC[token.text])

    def result(self, first, last, brace):
        source = self.source
        start, end = self.span(first, last)
        before = self.text[start:end]
        declared = source.result_type(brace)
        after = nothing(declared, source.tokens[first].line)
        if after is None or before == after or flat(before) is None or "\\(" in before:
            return
        words = source.tokens[first].text
        if words in ("try", "await", "switch", "if"):
            return
        self.add("result", source.tokens[first], start, end, before, after, f"(mutant(%d) ? {after} : {escape(before)})")

    def single(self, brace):
        """The one expression of a body without `return`."""
        source = self.source
        close = source.partner.get(brace)
        if close is None or close == brace + 1 or source.block_kind(brace) != "function":
            return
        first = brace + 1
        if source.tokens[first].text in STATEMENT_WORDS | {"_"} or source.statement_end(first) != close - 1:
            return
        if not set(source.level_texts(first, close - 1)) & ASSIGNMENTS:
            self.result(first, close - 1, brace)

    def statement(self, index):
        """A call or an assignment that stands by itself."""
        source, token = self.source, self.source.tokens[index]
        if token.kind != "name" or not source.begins_statement(index) or not token.starts_line:
            return
        if token.text in STATEMENT_WORDS - {"try", "await"} or token.text.startswith(("@", "#")) or source.opener[index] is None:
            return
        opener = source.opener[index]
        if source.tokens[opener].text != "{" or source.block_kind(opener) == "type":
            return
        last = source.statement_end(index)
        texts = source.level_texts(index, last)
        is_assignment = bool(set(texts) & ASSIGNMENTS)
        if not is_assignment and (source.tokens[last].text not in (")", "}") or any(
                source.tokens[at].is_binary and source.tokens[at].before for at in range(index, last) if source.opener[at] == opener)):
            return
        brace, kind = source.body(index)
        # A constant must be given its value, and a body of one call may be its result.
        if kind == "function" and is_assignment and "init" in source.words(source.statement_start(brace), brace):
            return
        is_alone = index == opener + 1 and last == source.partner[opener] - 1
        if is_alone and not is_assignment and source.block_kind(opener) != "control":
            return
        start, end = self.span(index, last)
        text = self.text[start:end]
        self.add("statement", token, start, end, text, "", f"if !mutant(%d) {{ {escape(text)} }}")


def escape(text):
    return text.replace("%", "%%")


def find(text):
    """The faults that can be seeded in a source."""
    return Finder(text).faults()


def apart(faults):
    """Those of some faults that can be in one source together, the first of each two that overlap."""
    kept = []
    for fault in faults:
        if all(fault.end <= other.start or other.end <= fault.start for other in kept):
            kept.append(fault)
    return kept


def seeded(text, numbered):
    """A source with faults in it, each by its number; its lines stay where they are."""
    for number, fault in sorted(numbered, key=lambda entry: -entry[1].start):
        text = text[:fault.start] + fault.switched % number + text[fault.end:]
    return "public import Mutants; " + text


__all__ = ["CONTROL", "KINDS", "OPENERS", "Fault", "apart", "find", "seeded"]
