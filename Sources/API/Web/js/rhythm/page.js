// Rhythm: rest and activity over weeks to a year, as a picture of the days and as the figures of the field.

import * as api from '../api.js';
import { h, icon } from '../dom.js';
import { addDays, longDate, minutes, number, plural, shortDate } from '../format.js';
import { t } from '../language.js';
import { empty, load, skeleton } from '../states.js';
import { Actogram, clock } from './actogram.js';
import { figureGrid, moreFigures } from './figures.js';

const SPANS = [[14, t('2 weeks')], [28, t('4 weeks')], [91, t('3 months')], [365, t('1 year')]];
const UNITS = { counts: t('counts a minute'), enmo: 'mg' };
// A day that there is: of 31 February a browser makes the 3rd of March.
const isDay = (text) => /^(1[89]|2[01])\d{2}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
const known = (value) => value !== null && value !== undefined;

function asked(query) {
  return { days: SPANS.find(([span]) => String(span) === query.get('days'))?.[0] ?? 28, to: isDay(query.get('to')) ? query.get('to') : null };
}

// What the days come to in a line.
function headline({ figures, sleeps }) {
  const parts = [];
  if (known(figures.l5_onset)) parts.push(t`Quietest from ${figures.l5_onset}, most active from ${figures.m10_onset}.`);
  if (known(figures.sri)) parts.push(t`Sleep and wake are ${figures.sri >= 80 ? t('much') : figures.sri >= 50 ? t('somewhat') : t('little')} alike from day to day (${number(figures.sri)} of 100).`);
  if (!parts.length) parts.push(sleeps.length ? t`${plural(sleeps.length, 'sleep period')}; the rhythm cannot be told.` : t('The rhythm of these days cannot be told.'));
  return parts.join(' ');
}

// What the figures rest on, where that is less than what is shown.
function basis(rhythm) {
  const { figures, whole_from: from, whole_to: to, parts } = rhythm;
  const all = t`Figures of ${plural(figures.days, 'whole day')}${from ? t`, ${shortDate(from)} to ${shortDate(to)}` : ''}.`;
  const longest = parts > 1 ? t` There are ${parts} stretches with pauses of more than 26 hours between them; the figures are of the longest.` : '';
  return all + longest + (rhythm.reason && rhythm.values.length ? t` ${rhythm.reason}.` : '');
}

// Each day by itself: how much was known, how much moved and when sleep was.
function days({ values, bin_min: bin, from, sleeps }) {
  const perDay = 1440 / bin;
  return Array.from({ length: Math.round(values.length / perDay) }, (_, day) => {
    const own = values.slice(day * perDay, (day + 1) * perDay).filter(known);
    const date = addDays(from, day);
    const sleep = sleeps.find((one) => one.date === date);
    return { date, known_min: own.length * bin, mean: own.length ? own.reduce((a, b) => a + b, 0) / own.length : null, sleep };
  });
}

function csv(rows, measure) {
  const unit = measure === 'enmo' ? 'enmo_mg' : 'counts_per_minute';
  const line = ({ date, known_min: minutes_, mean, sleep }) => [date, minutes_, mean === null ? '' : mean.toFixed(2), sleep ? clock(sleep.start_min) : '', sleep ? clock(sleep.end_min) : ''].join(',');
  return [`date,known_min,mean_${unit},sleep_start,sleep_end`, ...rows.map(line)].join('\r\n').concat('\r\n');
}

function table(rhythm, signal) {
  const rows = days(rhythm);
  const url = URL.createObjectURL(new Blob([csv(rows, rhythm.measure)], { type: 'text/csv' }));
  signal.addEventListener('abort', () => URL.revokeObjectURL(url));
  const body = h('tbody');
  const details = h('details', { class: 'table-alternative', id: 'rhythm-table' }, h('summary', null, t('As a table')),
    h('p', null, h('a', { class: 'button', id: 'rhythm-csv', href: url, download: `rhythm-${rhythm.from}-${rhythm.to}.csv` }, icon('download'), 'CSV')),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('The days as a table') },
      h('table', null, h('thead', null, h('tr', null, [t('Day'), t('Known'), t`Movement, ${UNITS[rhythm.measure]}`, t('Asleep|time'), t('Awake|time')].map((name) => h('th', { scope: 'col' }, name)))), body)));
  // A year has many rows; they are made for who opens them.
  details.addEventListener('toggle', () => {
    if (!details.open || body.childElementCount) return;
    body.append(...rows.map(({ date, known_min: minutes_, mean, sleep }) => h('tr', null,
      h('td', null, sleep ? h('a', { href: `/nights/${date}?device=${encodeURIComponent(rhythm.device)}` }, longDate(date)) : longDate(date)),
      h('td', { class: 'num' }, minutes(minutes_)), h('td', { class: 'num' }, mean === null ? t('not known') : number(mean, 1)),
      h('td', { class: 'num' }, sleep ? clock(sleep.start_min) : '–'), h('td', { class: 'num' }, sleep ? clock(sleep.end_min) : '–'))));
  });
  return details;
}

function legend(rhythm) {
  const item = (kind, text) => h('li', null, h('span', { class: `swatch ${kind}` }), text);
  return h('ul', { class: 'legend', 'aria-label': t('Legend') },
    item('moved', t`Movement, ${UNITS[rhythm.measure]}`), item('slept', t('Sleep period')), item('hole', t('Not known or not worn')),
    known(rhythm.figures.l5_onset) && item('least', t('Quietest 5 hours')), known(rhythm.figures.l5_onset) && item('most', t('Most active 10 hours')));
}

function nothing(rhythm, wish) {
  return empty('moon', rhythm.device ? t('Nothing to draw in these days') : t('No rhythm yet'),
    h('p', { class: 'muted' }, rhythm.device
      ? t`It needs movement of whole days: ${rhythm.reason ?? t('there is none')}.`
      : t('It needs days of movement: wear a recorder for some days, or import a recording.')),
    h('div', { class: 'actions' }, h('a', { class: 'button primary', href: '/import' }, t('Import a recording')),
      wish.to !== null && h('a', { class: 'button', href: '/rhythm' }, t('Newest days'))));
}

export async function mount({ root, signal, query, feed, selection, navigate, announce, markSynthetic }) {
  const wish = asked(query);
  const go = (change) => {
    const next = Object.entries({ ...wish, ...change }).filter(([, value]) => value !== null);
    navigate(`/rhythm?${new URLSearchParams(next)}`);
  };

  function controls(rhythm) {
    const step = (by, label, symbol) => h('button', { class: 'button round', type: 'button', 'aria-label': label, title: label, disabled: by > 0 && wish.to === null, onclick: () => go({ to: addDays(rhythm.to, by * wish.days) }) }, icon(symbol));
    return [h('fieldset', { class: 'segments' }, h('legend', { class: 'sr-only' }, t('Span')), SPANS.map(([span, word]) => h('label', null,
      h('input', { type: 'radio', name: 'days', value: String(span), checked: span === wish.days, onchange: () => go({ days: span }) }), h('span', null, word)))),
    h('div', { class: 'month-nav', role: 'group', 'aria-label': t('Earlier and later') }, step(-1, t('Earlier'), 'left'),
      wish.to !== null && h('button', { class: 'button', type: 'button', onclick: () => go({ to: null }) }, t('Newest')), step(1, t('Later'), 'right'))];
  }

  async function view() {
    const values = Object.entries({ ...wish, person: selection.person, device: selection.device }).filter(([, value]) => value !== null);
    const rhythm = await api.get(`/rhythm?${new URLSearchParams(values)}`, signal);
    markSynthetic(rhythm.synthetic);
    const unit = UNITS[rhythm.measure] ?? '';
    const chart = rhythm.values.some(known) ? new Actogram(rhythm, unit, (date) => navigate(`/nights/${date}?device=${encodeURIComponent(rhythm.device)}`), signal) : null;
    announce(headline(rhythm));
    const page = h('div', { class: 'page rhythm', data: { device: rhythm.device ?? '' } },
      h('header', { class: 'page-head' },
        h('div', null, h('h1', null, t('Rhythm')),
          h('p', { class: 'muted' }, [rhythm.person, rhythm.device_name, t`${shortDate(rhythm.from)} ${rhythm.from.slice(0, 4)} to ${shortDate(rhythm.to)} ${rhythm.to.slice(0, 4)}`].filter(Boolean).join(' · '))),
        h('div', { class: 'rhythm-choices' }, controls(rhythm))),
      chart
        ? [h('section', { class: 'card', 'aria-labelledby': 'actogram-title' },
          h('div', { class: 'card-head' }, h('h2', { id: 'actogram-title' }, t('Days and nights'))),
          h('p', { class: 'rhythm-line' }, headline(rhythm)),
          chart.readout, chart.element, legend(rhythm), table(rhythm, signal),
          h('p', { class: 'sr-only', id: 'actogram-help' }, t('Up and down go from day to day, left and right through the day, with Shift by the hour. Enter opens the night.'))),
        figureGrid(rhythm, unit),
        h('section', { class: 'card', 'aria-labelledby': 'more-title' }, h('h2', { id: 'more-title' }, t('What they rest on')),
          h('p', { class: 'muted' }, basis(rhythm)), moreFigures(rhythm))]
        : [h('section', { class: 'card' }, nothing(rhythm, wish)), known(rhythm.chronotype.msf_sc_h) && figureGrid(rhythm, unit)]);
    return { element: page, start: () => chart?.start() };
  }
  await load(root, signal, () => skeleton(t('Loading the rhythm'), 3.5, 36, 12), view);
  feed.addEventListener('nights', () => load(root, signal, () => [...root.childNodes], view), { signal });
}
