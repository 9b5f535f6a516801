// Making the text easier: a switch for each kind, what was changed and why. The original is never lost.

import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { number, plural } from '../format.js';
import { prose } from '../prose.js';

const KINDS = [
  ['split_sentence', 'Shorter sentences'], ['explain_word', 'Explain rare words'], ['chunk', 'Shorter paragraphs'],
];
const SHOWN = [['spacing', 'More space'], ['pace', 'A calmer pace']];

/** A card; `changed({ changes, presentation })` is called whenever what is switched on changes. */
export function adaptingCard(changed) {
  let answer = null;
  let text = '';
  const on = new Set();
  const status = h('p', { class: 'small muted', role: 'status' });
  const list = h('ul', { class: 'changes', 'aria-label': 'What was changed' });
  const boxes = new Map();
  const toggle = (kind, label) => {
    const box = h('input', { type: 'checkbox', id: `adapt-${kind}`, onchange: () => set(kind, box.checked) });
    boxes.set(kind, box);
    return h('label', { class: 'switch', for: `adapt-${kind}` }, box, h('span', null, label));
  };
  const element = h('section', { class: 'card', 'aria-labelledby': 'adapt-title' },
    h('header', null, h('h2', { id: 'adapt-title' }, 'Easier to read')),
    [...KINDS, ...SHOWN].map(([kind, label]) => toggle(kind, label)),
    h('div', { class: 'read-actions' }, h('button', { class: 'button', type: 'button', id: 'adapt-original', onclick: () => reset() }, 'Original text')),
    status, list);

  async function ask() {
    if (answer) return;
    status.textContent = 'Looking at the text…';
    answer = await api.change('/cognitive/adapt-content', 'POST', {
      content: text, current_load: 1, target_load: 0, kinds: KINDS.map(([kind]) => kind),
    });
  }

  async function set(kind, isOn) {
    if (isOn) on.add(kind); else on.delete(kind);
    boxes.get(kind).checked = isOn;
    try {
      await ask();
      show();
    } catch (problem) {
      status.textContent = problem.detail ?? 'The text could not be looked at.';
    }
  }

  function show() {
    const changes = (answer?.changes ?? []).filter(({ kind }) => on.has(kind));
    const missing = (answer?.missing ?? []).filter(({ kind }) => on.has(kind));
    const before = answer?.readability_before?.flesch_reading_ease;
    fill(status, changes.length ? `${plural(changes.length, 'change')}; reading ease of the original ${number(before)}.` : on.size ? 'Nothing in the words is changed.' : 'This is the original text.',
      missing.map(({ reason }) => h('span', null, ' ', prose(reason))));
    fill(list, changes.slice(0, 200).map((change) => h('li', null,
      change.kind === 'explain_word'
        ? h('span', null, change.note)
        : change.kind === 'chunk' ? h('span', null, 'New paragraph')
          : h('span', null, h('del', null, `“${change.original}”`), ' → ', h('ins', null, `“${change.replacement}”`)),
      h('br'), h('span', { class: 'muted' }, change.why))));
    changed({ changes, presentation: answer?.presentation, spacing: on.has('spacing'), pace: on.has('pace') });
  }

  function reset() {
    on.clear();
    for (const box of boxes.values()) box.checked = false;
    show();
  }

  return {
    element,
    begin(original) {
      text = original;
      answer = null;
      reset();
    },
    ease() {
      for (const [kind] of KINDS) set(kind, true);
    },
  };
}
