// How a session was read, told when it is over.

import { fill, h } from '../dom.js';
import { minutes, number } from '../format.js';
import { t } from '../language.js';
import { loadCurve } from './curve.js';

const fact = (name, value, unit) => h('div', null, h('dt', null, name), h('dd', null, value), unit && h('dd', { class: 'unit' }, unit));

function facts({ summary, started_s: started, ended_s: ended }) {
  const load = (value) => number(value ?? null, 2);
  return h('dl', { class: 'facts' },
    fact(t('Lasted'), minutes((ended - started) / 60)),
    fact(t('Words'), number(summary?.words ?? null)),
    fact(t('Speed'), number(summary?.reading_speed ?? null), t('words/min')),
    fact(t('Mean load'), load(summary?.mean_load)),
    fact(t('Highest load'), load(summary?.peak_load)),
    fact(t('Rose to overload'), number(summary?.overloads ?? 0), summary?.overloads === 1 ? t('time') : t('times')));
}

/** A card about a session that is over; `curve()` loads its course. */
export function summaryCard(session, answers, curve) {
  const course = h('div');
  const told = answers.asked ? t`You answered ${answers.right} of ${answers.asked} questions rightly.` : null;
  curve().then(({ loads, started_s: started }) => fill(course, loadCurve(loads ?? [], started)),
    () => fill(course, h('p', { class: 'muted small' }, t('The course of the load could not be loaded; it is below, under Earlier sessions.'))));
  return h('section', { class: 'card read-summary', 'aria-labelledby': 'read-summary' },
    h('header', null, h('h2', { id: 'read-summary', tabindex: '-1' }, t('How it went')), h('span', { class: 'muted small' }, session.title || t('Untitled'))),
    facts(session), told && h('p', null, told),
    session.end_cause === 'abandoned' && h('p', { class: 'muted' }, t('It ended by itself, half an hour after you had last read.')), course);
}
