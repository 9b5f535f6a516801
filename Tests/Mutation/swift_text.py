"""As much of Swift's grammar as seeding faults needs: tokens, matching brackets and where an expression or statement ends."""

import dataclasses
import re

PATTERN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>//[^\n]*|/\*)
  | (?P<string>\#*\"{3}|\#*\")
  | (?P<number>0x[0-9a-fA-F_]+|0b[01_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)
  | (?P<name>[@\#$]?(?:`\w+`|\w+))
  | (?P<operator>[-+*/=<>!&|^~%?]+|\.\.[.<]|\.)
  | (?P<mark>[()\[\]{},;:\\])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL)
OPENERS = {"(": ")", "[": "]", "{": "}"}
CLOSERS = {close: opener for opener, close in OPENERS.items()}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "&+=", "&-=", "|=", "&=", "<<=", ">>=", "%=", "^="}
# Where an expression with operators begins or ends, whatever its operators.
EDGES = ASSIGNMENTS | {",", ";", ":", "->", "?"}
EDGE_WORDS = {
    "return", "if", "guard", "while", "in", "let", "var", "case", "try", "await", "throw", "else", "switch", "where", "repeat",
    "for", "do", "is", "as", "default", "yield", "consume", "discard", "inout", "func", "init", "some", "any"}
# A statement that begins with one of these is no plain call or assignment.
STATEMENT_WORDS = EDGE_WORDS | {
    "break", "continue", "fallthrough", "defer", "struct", "class", "enum", "actor", "extension", "protocol", "import", "static",
    "private", "fileprivate", "internal", "package", "public", "open", "mutating", "nonmutating", "override", "final", "lazy",
    "weak", "unowned", "subscript", "deinit", "typealias", "get", "set", "willSet", "didSet", "indirect", "convenience",
    "required", "associatedtype", "catch", "nonisolated", "consuming", "borrowing", "isolated", "unsafe", "operator", "prefix"}
CONTROL = {"if", "guard", "for", "while", "switch", "do", "else", "catch", "repeat", "case", "default", "defer"}


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    line: int
    # Whether blanks are on either side, by which Swift tells a binary operator.
    before: bool = False
    after: bool = False
    starts_line: bool = False

    @property
    def is_binary(self):
        return self.kind == "operator" and self.before == self.after


def string_end(text, at, quote):
    """Behind a string literal whose opening quote ends at `at`; its interpolations belong to it."""
    hashes = quote.count("#")
    closing = quote.strip("#") + "#" * hashes
    escape = "\\" + "#" * hashes
    while at < len(text):
        if text.startswith(closing, at):
            return at + len(closing)
        if text.startswith(escape + "(", at):
            depth, at = 1, at + len(escape) + 1
            while depth and at < len(text):
                inner = re.match(r'#*"{3}|#*"', text[at:at + 12])
                if inner:
                    at = string_end(text, at + inner.end(), inner.group())
                    continue
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
            continue
        at += len(escape) + 1 if text.startswith(escape, at) else 1
    return at


def tokens(text):
    """The tokens of a source, without blanks and comments."""
    found, at, line, had_space, had_line = [], 0, 1, True, True
    while at < len(text):
        match = PATTERN.match(text, at)
        kind, end = match.lastgroup, match.end()
        if kind == "comment" and match.group() == "/*":
            depth = 1
            while depth and end < len(text):
                step = {"/*": 1, "*/": -1}.get(text[end:end + 2], 0)
                depth, end = depth + step, end + (2 if step else 1)
        elif kind == "string":
            end = string_end(text, end, match.group())
        if kind in ("space", "comment"):
            had_space = True
            had_line = had_line or "\n" in text[at:end]
            if found:
                found[-1].after = True
        else:
            found.append(Token(kind, text[at:end], at, end, line, before=had_space, starts_line=had_line))
            had_space = had_line = False
        line += text.count("\n", at, end)
        at = end
    for token, following in zip(found, found[1:], strict=False):
        # A bracket or comma beside an operator counts as a blank.
        if token.text in "([{,;:":
            following.before = True
        if following.text in ")]},;:":
            token.after = True
    return found


class Source:
    """A file's tokens with their brackets."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens(text)
        self.partner, self.opener = {}, {}
        open_now = []
        for index, token in enumerate(self.tokens):
            if token.text in CLOSERS and token.kind == "mark":
                if open_now:
                    self.partner[index] = open_now[-1]
                    self.partner[open_now.pop()] = index
            self.opener[index] = open_now[-1] if open_now else None
            if token.text in OPENERS and token.kind == "mark":
                open_now.append(index)

    def begins_statement(self, index):
        """Whether a token is the first of a line that does not go on with the one before."""
        if index <= 0:
            return True
        token, before = self.tokens[index], self.tokens[index - 1]
        if before.text in ("{", "}", ";") and before.kind == "mark" and token.starts_line:
            return True
        if not token.starts_line or (token.kind == "operator" and not (token.before and not token.after)):
            return False
        if token.text in (")", "]", "}", "{", ",", ":", "else", "where", "?"):
            return False
        if before.kind == "operator" and before.before == before.after and before.text != ".":
            return False
        return before.text not in (",", "(", "[", "->", "=")

    def is_edge(self, index, edges):
        token = self.tokens[index]
        if token.kind == "name":
            return token.text in EDGE_WORDS
        if token.text == "?":
            return token.before and token.after
        return token.text in edges

    def expression(self, index, logical):
        """The first and the last token of the whole expression around one; without `logical`, && and || end it."""
        edges = EDGES if logical else EDGES | {"&&", "||"}
        first = index
        while first > 0:
            if self.begins_statement(first):
                break
            before = first - 1
            if self.tokens[before].text in OPENERS and self.tokens[before].kind == "mark" or self.is_edge(before, edges):
                break
            first = self.partner.get(before, before) if self.tokens[before].text in CLOSERS else before
        last = index
        while last + 1 < len(self.tokens):
            after = last + 1
            token = self.tokens[after]
            if token.text in CLOSERS and token.kind == "mark" or self.is_edge(after, edges) or self.begins_statement(after):
                break
            if token.text == "{" and self.opens_block(after):
                break
            last = self.partner.get(after, after) if token.text in OPENERS else after
        return first, last

    def statement_start(self, index):
        """The first token of the statement around one, on the same level of brackets."""
        while index > 0 and not self.begins_statement(index):
            before = index - 1
            if self.tokens[before].text in OPENERS and self.tokens[before].kind == "mark":
                break
            index = self.partner.get(before, before) if self.tokens[before].text in CLOSERS else before
        return index

    def statement_end(self, index):
        """The last token of the statement that begins with one."""
        while True:
            index = self.partner.get(index, index) if self.tokens[index].text in OPENERS else index
            after = index + 1
            if after >= len(self.tokens) or self.tokens[after].text in CLOSERS or self.begins_statement(after):
                return index
            index = after

    def words(self, first, last):
        """The names from one token to another, outside of brackets."""
        found = []
        while first <= last:
            if self.tokens[first].kind == "name":
                found.append(self.tokens[first].text)
            first = (self.partner.get(first, first) if self.tokens[first].text in OPENERS else first) + 1
        return found

    def block_kind(self, opener):
        """What a brace opens: "control", "function", "type" or "closure"."""
        words = self.words(self.statement_start(opener), opener - 1)
        head = next((word for word in words if word not in STATEMENT_WORDS - CONTROL and not word.startswith("@")), "")
        declared = set(words)
        if declared & {"struct", "class", "enum", "actor", "extension", "protocol"} and "func" not in declared:
            return "type"
        if words[:1] and (head in CONTROL and words[0] in CONTROL or words[0] in ("else", "catch")):
            # The closure of a call within a condition is glued to its call by nothing but its place.
            return "control"
        if declared & {"func", "init", "subscript", "deinit", "get", "set", "didSet", "willSet"}:
            return "function"
        if "var" in declared and "=" not in self.level_texts(self.statement_start(opener), opener - 1):
            return "function"
        return "closure"

    def level_texts(self, first, last):
        found = []
        while first <= last:
            found.append(self.tokens[first].text)
            first = (self.partner.get(first, first) if self.tokens[first].text in OPENERS else first) + 1
        return found

    def opens_block(self, brace):
        """Whether a brace in the midst of a line opens the body of what stands before, and no closure."""
        start = self.statement_start(brace)
        words = self.words(start, brace - 1)
        if not words or words[0] not in CONTROL | {"else"}:
            return self.block_kind(brace) in ("function", "type")
        # `if a.contains { … } {`: the body is the last brace on this level.
        following = self.partner.get(brace, brace) + 1
        while following < len(self.tokens) and not self.begins_statement(following):
            if self.tokens[following].text == "{":
                return "else" in self.words(brace + 1, following)
            if self.tokens[following].text == "else":
                return words[0] != "guard"
            following = (self.partner.get(following, following) if self.tokens[following].text in OPENERS else following) + 1
        return True

    def body(self, index):
        """The brace that opens the function around a token, and whether nothing but control flow lies between."""
        brace = self.opener[index]
        while brace is not None:
            if self.tokens[brace].text == "{":
                kind = self.block_kind(brace)
                if kind != "control":
                    return brace, kind
            elif self.tokens[brace].text in "([":
                return brace, "brackets"
            brace = self.opener[brace]
        return None, "file"

    def result_type(self, brace):
        """What a function or property whose body opens there is declared to give; empty where nothing is said."""
        start = self.statement_start(brace)
        texts = self.level_texts(start, brace - 1)
        if texts and texts[-1] == "get":
            return ""
        at = self.tokens[brace].start
        head = self.text[self.tokens[start].start:at]
        mark = "->" if {"func", "subscript"} & set(texts) else ":" if "var" in texts else None
        if mark is None or mark not in head:
            return ""
        return re.split(r"\bwhere\b", head.rsplit(mark, 1)[1] if mark == "->" else head.split(mark, 1)[1])[0].strip()
