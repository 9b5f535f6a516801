// Making the text easier: a switch for each kind, what was changed and why. The original is never lost.

import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { plural } from '../format.js';
import { t } from '../language.js';
import { prose } from '../prose.js';
import { showMeasures } from './measures.js';

const KINDS = [
  ['split_sentence', t('Shorter sentences')], ['replace_word', t('Plain words')], ['explain_word', t('Explain rare words')], ['chunk', t('Shorter paragraphs')],
];
const SHOWN = [['spacing', t('More space')], ['pace', t('A calmer pace')]];

/** A card; `changed({ changes, presentation })` is called whenever what is switched on changes. */
export function adaptingCard(changed) {
  let answer = null;
  let text = '';
  // Answers by the kinds that were asked for, as the measures are of the text with just these.
  let answers = new Map();
  const on = new Set();
  const status = h('p', { class: 'small muted adapt-status', role: 'status' });
  const list = h('ul', { class: 'changes', tabindex: '0', 'aria-label': t('What was changed') });
  const measures = h('div', { id: 'adapt-measures' });
  const boxes = new Map();
  const toggle = (kind, label) => {
    const box = h('input', { type: 'checkbox', id: `adapt-${kind}`, onchange: () => set(kind, box.checked) });
    boxes.set(kind, box);
    return h('label', { class: 'switch', for: `adapt-${kind}` }, box, h('span', null, label));
  };
  const element = h('section', { class: 'card', 'aria-labelledby': 'adapt-title' },
    h('header', null, h('h2', { id: 'adapt-title' }, t('Easier to read'))),
    [...KINDS, ...SHOWN].map(([kind, label]) => toggle(kind, label)),
    h('div', { class: 'read-actions' }, h('button', { class: 'button', type: 'button', id: 'adapt-original', onclick: () => reset() }, t('Original text'))),
    status, measures, list);

  // Spacing and pace alone ask for all: they follow from how far the text is to be made easier.
  const wanted = () => {
    const all = KINDS.map(([kind]) => kind);
    const kinds = all.filter((kind) => on.has(kind));
    return kinds.length ? kinds : all;
  };

  /** What was asked last is what is shown, whichever answer comes first. */
  async function ask() {
    const kinds = wanted();
    const key = kinds.join();
    if (!answers.has(key)) {
      status.textContent = t('Looking at the text…');
      answers.set(key, api.change('/cognitive/adapt-content', 'POST', { content: text, current_load: 1, target_load: 0, kinds }));
    }
    const asked = answers;
    try {
      const found = await asked.get(key);
      if (asked !== answers || key !== wanted().join()) return false;
      answer = found;
      return true;
    } catch (problem) {
      asked.delete(key);
      throw problem;
    }
  }

  async function set(kind, isOn) {
    if (isOn) on.add(kind); else on.delete(kind);
    boxes.get(kind).checked = isOn;
    try {
      if (await ask()) show();
    } catch (problem) {
      status.textContent = problem.detail ?? t('The text could not be looked at.');
    }
  }

  // A few words around a change, so that it is found in the text.
  const before = ({ start_utf16: start }) => text.slice(Math.max(0, start - 32), start).replace(/^\S*\s/, '');
  const after = ({ end_utf16: end }) => text.slice(end, end + 24).replace(/\s\S*$/, '');

  function show() {
    const changes = (answer?.changes ?? []).filter(({ kind }) => on.has(kind));
    const missing = (answer?.missing ?? []).filter(({ kind }) => on.has(kind));
    showMeasures(measures, answer?.readability_before, changes.length ? answer?.readability_after : null, answer?.readability_reason);
    fill(status, changes.length ? t`${plural(changes.length, 'change')}, each of which can be taken back.` : on.size ? t('Nothing in the words is changed.') : t('This is the original text.'),
      // One reason for all steps is said once.
      [...new Set(missing.map(({ reason }) => reason))].map((reason) => h('span', null, ' ', prose(reason))),
      on.size && answer?.not_easier_because && !missing.length
        ? h('span', { id: 'adapt-not-easier' }, t` It is not easier than it was: ${answer.not_easier_because}`) : null);
    fill(list, changes.slice(0, 200).map((change) => h('li', null,
      change.kind === 'explain_word'
        ? h('span', null, change.note)
        : change.kind === 'chunk' ? h('span', null, t('New paragraph'))
          : h('span', null, `…${before(change)}`, h('del', null, change.original), h('ins', null, change.replacement), `${after(change)}…`),
      h('br'), h('span', { class: 'muted' }, change.why))));
    changed({ changes, presentation: answer?.presentation, spacing: on.has('spacing'), pace: on.has('pace'), kinds: [...on] });
  }

  function reset(kinds = []) {
    on.clear();
    for (const kind of kinds) if (boxes.has(kind)) on.add(kind);
    for (const [kind, box] of boxes) box.checked = on.has(kind);
    answer = null;
    show();
    for (const kind of on) set(kind, true);
  }

  return {
    element,
    begin(original, kinds = []) {
      text = original;
      answers = new Map();
      reset(kinds);
    },
    ease() {
      for (const [kind] of KINDS) on.add(kind);
      set(KINDS[0][0], true);
      for (const [kind] of KINDS) boxes.get(kind).checked = true;
    },
  };
}
