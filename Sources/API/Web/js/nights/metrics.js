// The key numbers of a night: value, unit, how it was made, or why there is none.

import { h, icon } from '../dom.js';
import { MISSING, minutes, number, sentence, share } from '../format.js';
import { rangeCard, rangeOf } from './ranges.js';
import { t } from '../language.js';
import { method, trust } from '../words.js';
import { explain } from './methods.js';

const CARDS = [
  ['total_sleep_min', t('Total sleep'), t('in the sleep period'), t('Time asleep between falling asleep and getting up')],
  ['efficiency_percent', t('Sleep efficiency'), t('of the time in bed'), t('Share of the time in bed, or of the sleep period where going to bed is not known, that was spent asleep')],
  ['onset_latency_min', t('Time to fall asleep'), t('sleep onset latency'), t('From lights out to the first sleep')],
  ['waso_min', t('Awake in the night'), t('wake after sleep onset'), t('Time awake between falling asleep and getting up (WASO)')],
  ['awakenings', t('Awakenings'), t('after falling asleep'), t('Times you woke after falling asleep')],
];

function valueParts(key, { value, unit }) {
  if (value === null || value === undefined) return [MISSING, ''];
  if (key === 'total_sleep_min') {
    const whole = Math.round(value);
    return [h('span', null, String(Math.floor(whole / 60)), h('small', null, t(' h ')), String(whole % 60), h('small', null, t(' min'))), ''];
  }
  if (key === 'efficiency_percent') return [number(value, 1), '%'];
  if (key === 'awakenings') return [number(value), value === 1 ? t('time') : t('times')];
  return [number(value), unit === 'min' ? 'min' : unit ?? ''];
}

function card(key, title, term, meaning, measure, night, said, range) {
  const [value, unit] = valueParts(key, measure);
  const missing = value === MISSING;
  const confidence = trust(measure.confidence);
  const spoken = missing ? t('not known') : key === 'total_sleep_min' ? minutes(measure.value) : null;
  return h('li', { class: `metric ${missing ? 'missing' : ''}`, data: { measure: key, value: measure.value ?? '' } },
    h('h3', null, title),
    h('p', { class: 'metric-value num' },
      spoken && h('span', { class: 'sr-only' }, spoken),
      h('span', { 'aria-hidden': spoken ? 'true' : null }, value, unit && h('small', null, ` ${unit}`))),
    key === 'efficiency_percent' && !missing && progress(measure.value),
    !missing && h('p', { class: 'small muted' }, termOf(key, term, measure, night)),
    !missing && range && h('p', { class: 'small muted range num' }, range),
    (missing || measure.reason) && !said.has(measure.reason) && h('p', { class: 'why-empty small' }, icon('info'), h('span', null, sentence(measure.reason ?? t('No reason was given.')))),
    h('details', { class: 'how small' },
      h('summary', null, t('How')),
      h('p', null, [t`${meaning}.`, ...explain(measure.method)].join(' ')),
      h('p', { class: 'muted' }, confidence
        ? t`Method ${method(measure.method) ?? t('not named')}; confidence ${confidence.word.toLowerCase()}, ${share(measure.confidence)}.`
        : t`Method ${method(measure.method) ?? t('not named')}.`)));
}

// Without a mark for lights out, the time in bed is not known and the sleep period stands for it.
function termOf(key, term, { method: how }, night) {
  // Wake shorter than that is drawn, and is part of the minutes awake.
  if (key === 'awakenings' && night.short_awakenings > 0) return t`of a minute or longer, and ${night.short_awakenings} shorter`;
  return key === 'efficiency_percent' && how?.parameters?.per_time_in_bed === 0 ? t('of the sleep period') : term;
}

function progress(percent) {
  const inner = h('span', { class: 'bar-fill' });
  inner.style.width = `${Math.min(100, Math.max(0, percent))}%`;
  return h('span', { class: 'bar', 'aria-hidden': 'true' }, inner);
}

// What the confidence is made of, where the gateway says it.
function parts(night) {
  const given = night.confidence ?? {};
  return typeof given === 'object' ? Object.entries(given).filter(([name, value]) => name !== 'value' && Number.isFinite(value)) : [];
}

/** The night's confidence, wherever the gateway puts it. */
export function nightConfidence(night) {
  const given = night.confidence ?? night.measures?.confidence ?? null;
  const value = typeof given === 'object' && given !== null ? given.value : given;
  return value ?? night.measures?.total_sleep_min?.confidence ?? null;
}

/** Reasons that several figures share, or that the headline gives: they are said once, and not in each card. */
function shared(night) {
  const reasons = CARDS.map(([key]) => night.measures?.[key]?.reason).filter(Boolean);
  return new Set(reasons.filter((reason, index) => reasons.indexOf(reason) !== index || reason === night.sleep_period_reason));
}

function confidenceCard(night) {
  const level = nightConfidence(night);
  const word = trust(level);
  const ring = h('span', { class: 'bar', 'aria-hidden': 'true' }, h('span', { class: 'bar-fill' }));
  ring.className = `bar ${word?.tone ?? ''}`;
  ring.firstChild.style.width = `${Math.round((level ?? 0) * 100)}%`;
  return h('li', { class: `metric ${word ? '' : 'missing'}`, data: { measure: 'confidence', value: level ?? '' } },
    h('h3', null, t('Confidence')),
    h('p', { class: 'metric-value num' }, word ? h('span', null, String(Math.round(level * 100)), h('small', null, ' %')) : MISSING),
    word && ring,
    word ? h('p', { class: `trust ${word.tone} small` }, icon(word.icon), word.word)
      : h('p', { class: 'why-empty small' }, icon('info'), h('span', null, t('There is no result to be confident of.'))),
    h('details', { class: 'how small' },
      h('summary', null, t('How')),
      h('p', null, t('How complete the data are, times how far the method has proved right, times the quality of the signal. Missing hours lower it.')),
      parts(night).length > 0 && h('p', { class: 'muted' }, parts(night).map(([name, value]) => `${sentence(name)} ${share(value)}`).join(t(', ')), '.')));
}

/** The grid of metric cards. */
export function metricGrid(night, clock) {
  const absent = { value: null, reason: t('The gateway did not send it.') };
  const said = shared(night);
  const toSay = [...said].filter((reason) => reason !== night.sleep_period_reason);
  return h('section', { 'aria-labelledby': 'metrics-title' },
    h('h2', { id: 'metrics-title', class: 'sr-only' }, t('Key numbers')),
    toSay.map((reason) => h('p', { class: 'why-empty shared-reason' }, icon('info'), h('span', null, t`Some numbers are not known: ${reason}.`))),
    h('ul', { class: 'metrics' },
      CARDS.map(([key, title, term, meaning]) => card(key, title, term, meaning, night.measures?.[key] ?? absent, night, said, rangeOf(night, key, clock))),
      rangeCard(night, clock),
      confidenceCard(night)));
}
