// A quick question on what was just read: which of three words stood in the gap.

import { fill, h } from '../dom.js';
import { t } from '../language.js';

const WORD = /\p{Ll}{5,}/gu;

/** A gap in a sentence of `text` with three words to choose from; null when there is none that will do. */
export function makeQuestion(text) {
  const sentences = (text.match(/[^.!?]+[.!?]/g) ?? []).map((one) => one.trim()).filter((one) => one.length > 40 && one.length < 260);
  if (!sentences.length) return null;
  const sentence = sentences[Math.floor(Math.random() * sentences.length)];
  const words = [...new Set(sentence.match(WORD) ?? [])];
  if (!words.length) return null;
  const right = words.reduce((a, b) => (b.length > a.length ? b : a));
  const others = [...new Set(text.match(WORD) ?? [])].filter((word) => !sentence.includes(word));
  if (others.length < 2) return null;
  const wrong = others.sort((a, b) => Math.abs(a.length - right.length) - Math.abs(b.length - right.length)).slice(0, 2);
  const choices = [right, ...wrong].sort((a, b) => a.localeCompare(b));
  return { gap: sentence.replace(right, '_____'), right, choices };
}

/** Asks in `host`; `answered(correct)` is called once, with null for a question that is skipped. */
export function ask(host, question, answered) {
  const choose = (word) => {
    const correct = word === question.right;
    fill(host, h('p', { class: 'small' }, correct ? t('Right.') : t`It was “${question.right}”.`));
    setTimeout(() => fill(host), 4000);
    answered(correct);
  };
  fill(host, h('div', { class: 'read-question', role: 'group', 'aria-label': t('A quick question') },
    h('p', { class: 'small' }, h('strong', null, t('Which word was here? ')), question.gap),
    h('div', { class: 'read-actions' }, question.choices.map((word) =>
      h('button', { class: 'button', type: 'button', onclick: () => choose(word) }, word)),
    h('button', { class: 'button quiet', type: 'button', onclick: () => { fill(host); answered(null); } }, t('Skip'))),
    h('p', { class: 'small muted' }, t('The text comes back with your answer.'))));
  host.querySelector('button').focus();
}
