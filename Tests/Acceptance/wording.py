"""The texts of the pages as their modules hold them, and what the catalogues say for them."""

import html
import pathlib
import re

WEB = pathlib.Path(__file__).resolve().parents[2] / "Sources/API/Web"
# The description of the routes is made of the OpenAPI document, which is English.
UNMOVED = {"reference/page.js"}
TELLS = re.compile(r"(?<![\w.])(?:t\($|(?:t|woven)$)")


class Literal:
    """A string or a template: where it begins, its parts between values, and what stands before it."""

    def __init__(self, at, parts, before):
        self.at, self.parts, self.before = at, parts, before

    @property
    def key(self):
        parts = [re.sub(r"\\(.)", r"\1", part) for part in self.parts]
        return "".join(f"{{{index - 1}}}{part}" if index else part for index, part in enumerate(parts)).strip()

    @property
    def is_told(self):
        """Whether it is handed to the function that looks it up."""
        return bool(TELLS.search(self.before))


def literals(source):
    """Every string and template of a module, those within templates too."""
    found = []

    def template(at):
        parts, begin = [], at
        while source[at] != "`":
            if source[at] == "\\":
                at += 2
            elif source.startswith("${", at):
                parts.append(source[begin:at])
                at = begin = code(at + 2, True)
            else:
                at += 1
        return parts + [source[begin:at]], at + 1

    def code(at, is_within):
        depth = 0
        while at < len(source):
            one, before = source[at], source[max(0, at - 60):at]
            if source.startswith(("//", "/*"), at):
                at = source.index("\n" if source[at + 1] == "/" else "*/", at) + 2 * (source[at + 1] == "*")
                continue
            pattern = one == "/" and re.search(r"(?:[=(,:!&|?{};[]|=>|return)\s*$", before) and re.compile(
                r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*").match(source, at)
            if pattern:
                at = pattern.end()
            elif one in "'\"":
                end = at + 1
                while source[end] != one:
                    end += 2 if source[end] == "\\" else 1
                found.append(Literal(at, [source[at + 1:end]], before))
                at = end + 1
            elif one == "`":
                place = len(found)
                found.append(None)
                parts, end = template(at + 1)
                found[place] = Literal(at, parts, before)
                at = end
            elif one == "}" and is_within and depth == 0:
                return at + 1
            else:
                depth += (one == "{") - (one == "}")
                at += 1
        return at

    code(0, False)
    return found


def modules():
    """Each module with words on it, by its path."""
    folder = WEB / "js"
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*.js"))
            if not path.is_relative_to(folder / "words")}


def counted(source):
    """The plurals that a module counts with."""
    for found in re.finditer(r"(?<!function )\bplural\(", source):
        end, depth = found.end(), 1
        while depth:
            depth += (source[end] == "(") - (source[end] == ")")
            end += 1
        nouns = re.search(r",\s*'([^']+)'(?:,\s*'([^']+)')?$", source[found.end():end - 1])
        if nouns:
            yield f"{{0}} {nouns[2] or nouns[1] + 's'}"


def document_texts(source):
    """The texts, names and titles that a document says by itself."""
    body = re.sub(r"<noscript>.*?</noscript>", "", source[source.index("<body"):], flags=re.S)
    texts = re.findall(r">([^<]+)<", body) + re.findall(r'(?:aria-label|title)="([^"]+)"', body)
    return {html.unescape(text).strip() for text in texts} - {"", "Nightjar"}


def used():
    """Every text that is looked up, with where it is."""
    texts = {}
    for path, source in modules().items():
        for key in [one.key for one in literals(source) if one.is_told] + list(counted(source)):
            texts.setdefault(key, path)
    for name in ("index.html", "login.html"):
        for key in document_texts((WEB / name).read_text()):
            texts.setdefault(key, name)
    texts.pop("", None)
    return texts


def catalogues():
    """What each language says, by its tag: pairs of a text and its wording, as they stand."""
    pair = re.compile(r"^  '((?:[^'\\]|\\.)*)': '((?:[^'\\]|\\.)*)',$", re.M)
    plain = lambda text: re.sub(r"\\(.)", r"\1", text)  # noqa: E731
    return {path.stem: [(plain(key), plain(value)) for key, value in pair.findall(path.read_text())]
            for path in sorted((WEB / "js/words").glob("*.js"))}
