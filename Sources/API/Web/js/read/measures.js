// How hard a text is by published measures, before and after it was made easier.

import { fill, h } from '../dom.js';
import { number } from '../format.js';
import { t } from '../language.js';

const MEASURES = [
  ['flesch_reading_ease', t('Flesch reading ease'), t('higher is easier')], ['flesch_kincaid_grade', 'Flesch–Kincaid', t('school years')],
  ['gunning_fog', 'Gunning fog', t('school years')], ['smog_grade', 'SMOG', t('school years')],
  ['coleman_liau_index', 'Coleman–Liau', t('school years')], ['automated_readability_index', 'ARI', t('school years')],
  ['amstad_reading_ease', t('Amstad reading ease'), t('German; higher is easier')], ['fernandez_huerta', 'Fernández Huerta', t('Spanish; higher is easier')],
  ['szigriszt_pazos', 'Szigriszt-Pazos', t('Spanish; higher is easier')], ['gulpease', 'Gulpease', t('Italian; higher is easier')],
];

/** Fills `host` with the measures of both texts; with one text, or none, it says so, and why there is none. */
export function showMeasures(host, before, after, reason) {
  if (!before) return fill(host, reason && h('p', { class: 'small muted', id: 'no-measures' }, t`How hard it is cannot be measured. ${reason}`));
  const known = MEASURES.filter(([key]) => before[key] !== undefined);
  const isSame = !after || known.every(([key]) => before[key] === after[key]);
  return fill(host, h('table', { class: 'measures' },
    h('caption', null, t('How hard it is to read')),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('Measure')), h('th', { scope: 'col' }, t('Original')), h('th', { scope: 'col' }, t('Now')))),
    h('tbody', null, known.map(([key, label, unit]) => h('tr', null,
      h('th', { scope: 'row', title: unit }, label), h('td', { class: 'num' }, number(before[key], 1)),
      h('td', { class: 'num' }, isSame ? '=' : number(after[key], 1)))))));
}
