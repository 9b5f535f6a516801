// The figures of a rhythm: what they are called, what they mean, how they were made, or why there is none.

import { h, icon } from '../dom.js';
import { MISSING, number, sentence } from '../format.js';
import { t } from '../language.js';
import { method } from '../words.js';

const known = (value) => value !== null && value !== undefined;

/** Hours after midnight, which may lie before it, as "03:25". */
export function clockOf(hours) {
  if (!known(hours)) return MISSING;
  const minutes = ((Math.round(hours * 60) % 1440) + 1440) % 1440;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Hours as "1 h 20 min". */
function spanOf(hours) {
  const minutes = Math.round(hours * 60);
  return minutes < 60 ? t`${minutes} min` : t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// Key, title, the field's word, meaning, value, what stands below it; `value` is null where there is none.
const CARDS = [
  { key: 'sri', title: t('Regularity'), term: t('sleep regularity index (SRI)'), meaning: t('How alike sleep and wake are at the same time on neighbouring days: 100 where every day is like the next, 0 by chance'), value: ({ figures: { sri } }) => sri, write: (value) => [number(value, 1), t('of 100')] },
  { key: 'is', title: t('Day to day'), term: t('interdaily stability (IS)'), meaning: t('How much of the movement repeats from day to day: 1 where all days are the same, 0 where none is like another'), value: ({ figures: { is } }) => is, write: (value) => [number(value, 2), t('of 1')] },
  { key: 'iv', title: t('Broken up'), term: t('intradaily variability (IV)'), meaning: t('How often rest and activity change within a day: about 0 for one smooth wave, 2 for noise'), value: ({ figures: { iv } }) => iv, write: (value) => [number(value, 2), ''] },
  { key: 'ra', title: t('Contrast of day and night'), term: t('relative amplitude (RA)'), meaning: t('How far the most active 10 hours stand out from the least active 5: 1 where nothing moves in these'), value: ({ figures: { ra } }) => ra, write: (value) => [number(value, 2), t('of 1')] },
  { key: 'l5', title: t('Quietest 5 hours'), term: 'L5', meaning: t('The 5 hours of the mean day with the least movement'), value: ({ figures: { l5 } }) => l5, write: (value, { figures }) => [figures.l5_onset, ''], below: (value, unit) => `${number(value, 1)} ${unit}` },
  { key: 'm10', title: t('Most active 10 hours'), term: 'M10', meaning: t('The 10 hours of the mean day with the most movement'), value: ({ figures: { m10 } }) => m10, write: (value, { figures }) => [figures.m10_onset, ''], below: (value, unit) => `${number(value, 1)} ${unit}` },
  { key: 'cosinor', title: t('Peak of the day'), term: t('acrophase of the cosinor'), meaning: t('When a wave of 24 hours that is laid through the movement is highest; R² says how much of the movement it explains'), value: ({ figures: { cosinor } }) => cosinor.acrophase_h, write: (value) => [clockOf(value), ''], below: (value, unit, { figures: { cosinor } }) => t`middle ${number(cosinor.mesor, 1)}, up and down ${number(cosinor.amplitude, 1)}, R² ${number(cosinor.r2, 2)}` },
  { key: 'chronotype', title: t('Chronotype'), term: t('middle of sleep on free days, corrected (MSFsc)'), meaning: t('The middle of sleep on free days, less what work days took from sleep; Saturday and Sunday count as free'), value: ({ chronotype }) => chronotype.msf_sc_h, write: (value) => [clockOf(value), ''], below: (value, unit, { chronotype }) => t`${chronotype.free_nights} nights before free days, ${chronotype.work_nights} before work days` },
  { key: 'social_jet_lag', title: t('Social jet lag'), term: t('free days against work days'), meaning: t('How far the middle of sleep moves between work days and free days'), value: ({ chronotype }) => chronotype.social_jet_lag_h, write: (value) => [spanOf(value), ''] },
];
const reasonOf = ({ figures, chronotype }, key) => {
  if (key === 'chronotype' || key === 'social_jet_lag') return chronotype.reason;
  return figures.reasons[key] ?? (['ra', 'm10'].includes(key) ? figures.reasons.l5 : null);
};

/** The figures that stand on the page, with the reason that several share said once. */
export function figureGrid(rhythm, unit) {
  const reasons = CARDS.filter(({ value }) => !known(value(rhythm))).map(({ key }) => reasonOf(rhythm, key)).filter(Boolean);
  const shared = new Set(reasons.filter((reason, index) => reasons.indexOf(reason) !== index));
  return h('section', { 'aria-labelledby': 'figures-title' },
    h('h2', { id: 'figures-title', class: 'sr-only' }, t('Figures')),
    [...shared].map((reason) => h('p', { class: 'why-empty shared-reason' }, icon('info'), h('span', null, t`Some figures are not known: ${reason}.`))),
    h('ul', { class: 'metrics' }, CARDS.map((card) => tile(card, rhythm, unit, shared))));
}

function tile({ key, title, term, meaning, value: of, write, below }, rhythm, unit, shared) {
  const value = of(rhythm);
  const [text, after] = known(value) ? write(value, rhythm) : [MISSING, ''];
  const reason = reasonOf(rhythm, key);
  const how = rhythm.methods[key];
  return h('li', { class: `metric ${known(value) ? '' : 'missing'}`, data: { figure: key, value: value ?? '' } },
    h('h3', null, title),
    h('p', { class: 'metric-value num' }, text, after && h('small', null, ` ${after}`)),
    h('p', { class: 'small muted' }, term),
    known(value) && below && h('p', { class: 'small muted num' }, below(value, unit, rhythm)),
    !known(value) && reason && !shared.has(reason) && h('p', { class: 'why-empty small' }, icon('info'), h('span', null, t`${sentence(reason)}.`)),
    h('details', { class: 'how small' }, h('summary', null, t('How')),
      h('p', null, t`${meaning}.`),
      h('p', { class: 'muted' }, how ? t`Method ${method(how)}.` : t('There was nothing to measure.'))));
}

const MORE = [
  [t('Cosine through ln(x + 1): middle'), 'log_cosinor.mesor', 'log_cosinor'], [t('… up and down'), 'log_cosinor.amplitude', 'log_cosinor'],
  [t('… peak'), 'log_cosinor.acrophase_h', 'log_cosinor', clockOf], ['… R²', 'log_cosinor.r2', 'log_cosinor'],
  [t('Bent cosine: lowest'), 'extended_cosinor.min', 'extended_cosinor'], [t('… height'), 'extended_cosinor.amp', 'extended_cosinor'],
  [t('… peak'), 'extended_cosinor.acrotime_h', 'extended_cosinor', clockOf], [t('… goes up through its middle'), 'extended_cosinor.up_mesor_h', 'extended_cosinor', clockOf],
  [t('… goes down through its middle'), 'extended_cosinor.down_mesor_h', 'extended_cosinor', clockOf], [t('… width (alpha)'), 'extended_cosinor.alpha', 'extended_cosinor'],
  [t('… steepness (beta)'), 'extended_cosinor.beta', 'extended_cosinor'], ['… R²', 'extended_cosinor.r2', 'extended_cosinor'],
  [t('From rest to activity (kRA)'), 'kra', 'kra'], [t('From activity to rest (kAR)'), 'kar', 'kar'], [t('Hour to hour (phi)'), 'phi', 'phi'],
  [t('Activity that ends (fragmentation)'), 'activity_fragmentation', 'activity_fragmentation'],
];

/** What is asked for less often, as a table. */
export function moreFigures({ figures, methods }) {
  const rows = MORE.map(([title, path, name, write = (value) => number(value, 4)]) => {
    const value = path.split('.').reduce((object, part) => object?.[part], figures);
    return h('tr', { data: { figure: path, value: value ?? '' } }, h('th', { scope: 'row' }, title),
      h('td', { class: 'num' }, known(value) ? write(value) : t`not known: ${figures.reasons[name] ?? t('nothing was measured')}`),
      h('td', { class: 'muted' }, method(methods[name]) ?? ''));
  });
  return h('details', { class: 'table-alternative' }, h('summary', null, t('More figures')),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('More figures') },
      h('table', null, h('thead', null, h('tr', null, [t('Figure'), t('Value'), t('Method')].map((name) => h('th', { scope: 'col' }, name)))), h('tbody', null, rows))));
}
