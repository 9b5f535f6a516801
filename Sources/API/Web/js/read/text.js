// The text on the page: original paragraphs with the changes that are switched on, and where each word is.

import { fill, h } from '../dom.js';

const WORD = /[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu;

export const countWords = (text) => (text.match(WORD) ?? []).length;

/** The text with `changes` applied, as pieces: plain text, or a change with what stands there now. */
export function pieces(original, changes) {
  const list = [];
  let done = 0;
  for (const change of changes) {
    if (change.start_utf16 < done) continue;
    list.push(original.slice(done, change.start_utf16), change);
    done = change.end_utf16;
  }
  list.push(original.slice(done));
  return list;
}

/** Fills `host` with paragraphs; each says by `data-from` and `data-to` which words of the original it has. */
export function showText(host, original, changes, showsMarks) {
  const paragraphs = [];
  let current = { children: [], notes: [], words: 0 };
  let word = 0;
  const close = () => {
    if (current.children.some((child) => (child.textContent ?? child).trim?.())) paragraphs.push(current);
    current = { children: [], notes: [], words: 0 };
  };
  const add = (text, wrap = null) => {
    text.split(/\n\s*\n/).forEach((part, index) => {
      if (index > 0) close();
      if (!part) return;
      current.children.push(wrap ? wrap(part) : part);
      current.words += countWords(part);
    });
  };
  for (const piece of pieces(original, changes)) {
    if (typeof piece === 'string') add(piece);
    else if (piece.kind === 'explain_word') {
      add(piece.original, (text) => h('span', { class: 'gloss', title: piece.note }, text));
      current.notes.push(piece.note);
    } else if (showsMarks && piece.replacement.trim()) add(piece.replacement, (text) => h('mark', { title: piece.why }, text));
    else add(piece.replacement);
  }
  close();
  fill(host, paragraphs.map(({ children, notes, words }) => {
    const element = h('p', { data: { from: String(word), to: String(word + words) } }, children,
      notes.map((note) => h('span', { class: 'read-note' }, note)));
    word += words;
    return element;
  }));
  return word;
}

/** Turns to `word`: the part of its paragraph that has it comes to the top. */
export function placeAt(host, word) {
  const paragraph = [...host.querySelectorAll('p[data-from]')].findLast(({ dataset }) => Number(dataset.from) <= word);
  if (!paragraph) return;
  const [from, to] = [Number(paragraph.dataset.from), Number(paragraph.dataset.to)];
  const share = word > from ? (word - from) / Math.max(1, to - from) : 0;
  const area = paragraph.getBoundingClientRect();
  // The very first word stands below the edge, as it does when a text is opened.
  host.scrollTop = word ? host.scrollTop + area.top - host.getBoundingClientRect().top + area.height * share : 0;
}

/** Goes back to the begin of the paragraph at the top, or of the one before; false where there is nothing before. */
export function thread(host) {
  const top = host.getBoundingClientRect().top;
  const before = [...host.querySelectorAll('p[data-from]')].findLast((one) => one.getBoundingClientRect().top < top - 1);
  for (const one of host.querySelectorAll('.thread')) one.classList.remove('thread');
  (before ?? host.querySelector('p'))?.classList.add('thread');
  if (before) host.scrollTop += before.getBoundingClientRect().top - top;
  return Boolean(before);
}

/** The words that are on the screen now, as `{ from, to }`; part of a paragraph by its share. */
export function visibleWords(host) {
  const box = host.getBoundingClientRect();
  let from = null;
  let to = null;
  for (const paragraph of host.querySelectorAll('p[data-from]')) {
    const area = paragraph.getBoundingClientRect();
    if (area.bottom <= box.top || area.top >= box.bottom || area.height === 0) continue;
    const first = Number(paragraph.dataset.from);
    const count = Number(paragraph.dataset.to) - first;
    const above = Math.max(0, (box.top - area.top) / area.height);
    const below = Math.min(1, (box.bottom - area.top) / area.height);
    from ??= first + Math.round(count * above);
    to = first + Math.round(count * below);
  }
  return from === null ? null : { from, to: Math.max(from, to) };
}
