// A night beside another one, and beside what is usual.

import * as api from '../api.js';
import { fill, h, svg } from '../dom.js';
import { addDays, minutes, number, shortDate } from '../format.js';
import { t } from '../language.js';
import { runs, STAGES } from './stages.js';
import { ZoneClock } from './zoneClock.js';

const USUAL = 28;
const ROWS = [
  ['total_sleep_min', t('Total sleep'), minutes, 'min'], ['efficiency_percent', t('Efficiency'), (value) => `${number(value, 1)} %`, 'points'],
  ['onset_latency_min', t('Time to fall asleep'), minutes, 'min'], ['waso_min', t('Awake in the night'), minutes, 'min'],
  ['awakenings', t('Awakenings'), number, ''],
];
const known = (value) => value !== null && value !== undefined;

function median(values) {
  const sorted = values.filter(known).sort((a, b) => a - b);
  if (sorted.length < 3) return null;
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function difference(one, other, unit) {
  if (!known(one) || !known(other)) return '–';
  const by = one - other;
  const size = unit === 'min' ? minutes(Math.abs(by)) : unit === 'points' ? t`${number(Math.abs(by), 1)} points` : number(Math.abs(by));
  return Math.abs(by) < 0.05 ? t('the same') : by > 0 ? t`${size} more|than another` : t`${size} less`;
}

// From noon: the same place on the line is the same time on the clock.
function strip(night, [from, to]) {
  const start = night.window.start_s;
  const line = svg('svg', { class: 'strip', viewBox: `0 0 ${to - from} 20`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  for (const run of night.states ? runs(night.states) : []) {
    const stage = STAGES[run.state];
    const [left, right] = [Math.max(run.start - start, from), Math.min(run.end - start, to)];
    if (!stage?.color || right <= left) continue;
    const isAwake = run.state === 'A';
    line.append(svg('rect', { x: left - from, width: right - left, y: isAwake ? 0 : 6, height: isAwake ? 6 : 14, class: `fill-${stage.color}` }));
  }
  return line;
}

function both(night, other, usual) {
  const ends = [night, other].map((one) => one.sleep_period && [one.sleep_period.start_s - one.window.start_s, one.sleep_period.end_s - one.window.start_s]).filter(Boolean);
  const range = ends.length ? [Math.min(...ends.map(([start]) => start)) - 1800, Math.max(...ends.map(([, end]) => end)) + 1800] : [0, 86400];
  const when = (one) => {
    const clock = new ZoneClock(one.zone, one.utc_offset_transitions);
    return one.sleep_period ? t`${clock.time(one.sleep_period.start_s)} to ${clock.time(one.sleep_period.end_s)}` : t('No sleep was found');
  };
  const line = (one) => h('div', { class: 'strip-row' }, h('span', { class: 'small' }, h('strong', null, shortDate(one.date)), ` ${one.date.slice(0, 4)} · ${when(one)}`), strip(one, range));
  const value = (one, key) => one.measures?.[key]?.value ?? null;
  const say = (format, number_) => (known(number_) ? format(number_) : t('not known'));
  return [line(night), line(other),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-labelledby': 'compare-title' },
      h('table', { id: 'comparison' },
        h('thead', null, h('tr', null, ['', t('This night'), shortDate(other.date), t('This night has'), usual && t`Usual of ${usual.count} nights`].filter((name) => name !== null).map((name) => h(name ? 'th' : 'td', name ? { scope: 'col' } : null, name)))),
        h('tbody', null, ROWS.map(([key, name, format, unit]) => h('tr', { data: { row: key } }, h('th', { scope: 'row' }, name),
          h('td', { class: 'num' }, say(format, value(night, key))), h('td', { class: 'num' }, say(format, value(other, key))),
          h('td', { class: 'num' }, difference(value(night, key), value(other, key), unit)),
          usual && h('td', { class: 'num' }, known(usual[key]) ? format(usual[key]) : '–'))))))];
}

/** The card; it asks for the other nights of the recorder once it is in the page. */
export function comparisonCard(night, asked, signal) {
  const result = h('div', { class: 'comparison', role: 'status' });
  const select = h('select', { id: 'compare', 'aria-labelledby': 'compare-title', onchange: () => choose(select.value) }, h('option', { value: '' }, t('Choose a night')));
  const element = h('section', { class: 'card', 'aria-labelledby': 'compare-title', hidden: true },
    h('header', null, h('h2', { id: 'compare-title' }, t('Beside another night')), select), result);
  let usual = null;

  async function choose(date) {
    const url = new URL(location.href);
    if (date) url.searchParams.set('compare', date);
    else url.searchParams.delete('compare');
    history.replaceState(null, '', url);
    if (!date) {
      fill(result);
      return;
    }
    try {
      const other = await api.night(date, night.device.id, signal);
      if (select.value === date) fill(result, both(night, other, usual));
    } catch (error) {
      if (!signal.aborted) fill(result, h('p', { class: 'bad' }, error.detail ?? t('That night could not be loaded.')));
    }
  }

  async function start() {
    try {
      const { nights } = await api.get(`/nights?all=true&device=${encodeURIComponent(night.device.id)}`, signal);
      const others = nights.filter((one) => one.date !== night.date && one.has_sleep_period);
      const before = others.filter(({ date }) => date < night.date && date >= addDays(night.date, -USUAL));
      usual = before.length < 3 ? null : { count: before.length, total_sleep_min: median(before.map((one) => one.total_sleep_min)), efficiency_percent: median(before.map((one) => one.efficiency_percent)) };
      element.hidden = !others.length;
      select.append(...others.map(({ date }) => h('option', { value: date, selected: date === asked }, `${shortDate(date)} ${date.slice(0, 4)}`)));
      if (asked && select.value === asked) choose(asked);
    } catch (error) {
      // The page does without; a lost connection has its own banner.
      if (error.status === undefined && !signal.aborted) console.error(error);
    }
  }
  return { element, start };
}
