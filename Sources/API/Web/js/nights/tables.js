// The night in words and rows: the legend with minutes, every run as a table, what was lost, which methods.

import { h, svg } from '../dom.js';
import { minutes, number, sentence } from '../format.js';
import { t } from '../language.js';
import { cause, method } from '../words.js';
import { isStaged, MINUTES, runs, STAGES, totals } from './stages.js';

function swatch(key) {
  const box = svg('svg', { class: 'swatch', viewBox: '0 0 14 14', 'aria-hidden': 'true' },
    svg('rect', { width: 14, height: 14, rx: 4, class: `fill-${STAGES[key].color ?? 'none'}` }));
  if (key === 'D') box.append(svg('path', { d: 'M0 14 14 0M-4 8 8-4M6 18 18 6', class: 'hatch-line' }));
  if (key === 'R') box.append(svg('path', { d: 'M0 0 14 14M-4 6 8 18M6-4 18 8', class: 'hatch-line' }));
  return box;
}

const plain = (className) => svg('svg', { class: 'swatch', viewBox: '0 0 14 14', 'aria-hidden': 'true' },
  svg('rect', { width: 14, height: 14, rx: 4, class: className }), className === 'fill-gap' && svg('path', { d: 'M0 14 14 0M-4 8 8-4M6 18 18 6', class: 'gap-line' }));

/** Every state with its minutes, and what the shading means. */
export function legend(night) {
  const all = runs(night.states);
  // The gateway's own minutes, from falling asleep to the last waking: those awake are the ones of the key numbers.
  const told = night.minutes;
  const within = told
    ? new Map(Object.entries(MINUTES).filter(([, name]) => told[name] > 0).map(([key, name]) => [key, told[name]]))
    : night.sleep_period ? new Map() : totals(all, night.window.start_s, night.window.end_s);
  const sums = [...totals(all, night.window.start_s, night.window.end_s).keys()].map((key) => [key, within.get(key) ?? 0]);
  // Where kinds of sleep are told apart none is left over that is only sleep.
  const idle = isStaged(night.states.values) ? '?NS' : '?N';
  const whole = Math.max(1, [...within.values()].reduce((a, b) => a + b, 0));
  return h('ul', { class: 'legend', id: 'legend', 'aria-label': t('Legend') },
    sums.filter(([key, spent]) => spent >= 0.5 || !idle.includes(key)).map(([key, spent]) => h('li', null, key === '?' || key === 'N' ? plain('fill-gap') : swatch(key),
      `${STAGES[key].name} ${minutes(spent)} (${number((100 * spent) / whole)} %)`)),
    night.sleep_period && h('li', null, plain('fill-period'), t('Sleep period')),
    night.gaps?.length > 0 && h('li', null, plain('fill-gap'), t('No data')));
}

/** The strip as a table, for those who cannot or would not look at it. */
export function stateTable(night, clock) {
  const rows = runs(night.states).map(({ state, start, end }) => h('tr', null,
    h('td', { class: 'num' }, clock.time(start, true)), h('td', { class: 'num' }, clock.time(end, true)),
    h('td', null, STAGES[state]?.name ?? sentence(state)), h('td', { class: 'num' }, minutes((end - start) / 60))));
  return h('details', { class: 'table-alternative' },
    h('summary', null, t('Sleep and wake as a table')),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('Sleep and wake') },
      h('table', null,
        h('thead', null, h('tr', null, [t('From'), t('To'), t('State'), t('For')].map((title) => h('th', { scope: 'col' }, title)))),
        h('tbody', null, rows))));
}

// Long spans in the hours and minutes that the rest of the page speaks in.
const amount = ({ count, unit }) => (unit === 'seconds' && count >= 120 ? minutes(count / 60) : `${number(count)} ${unit ?? ''}`);

/** Everything that should have been recorded and was not. */
export function lossSection(night, clock) {
  const losses = night.losses ?? [];
  return h('section', { class: 'card', 'aria-labelledby': 'losses-title' },
    h('header', null, h('h2', { id: 'losses-title' }, t('Losses'))),
    losses.length === 0
      ? h('p', { class: 'muted' }, t('Nothing was lost in this night.'))
      : h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('Table of losses') },
        h('table', { id: 'losses' },
          h('thead', null, h('tr', null, [t('Cause'), t('Amount'), t('From'), t('Detail')].map((title) => h('th', { scope: 'col' }, title)))),
          h('tbody', null, losses.map((loss) => h('tr', null,
            h('td', null, cause(loss.cause)),
            h('td', { class: 'num' }, amount(loss)),
            h('td', { class: 'num' }, Number.isFinite(loss.first_s) ? clock.time(loss.first_s, true) : t('not known')),
            h('td', null, loss.detail || '')))))));
}

/** Which algorithms made this night. */
export function methodSection(night) {
  const methods = night.methods ?? [];
  return h('section', { class: 'card', 'aria-labelledby': 'methods-title' },
    h('header', null, h('h2', { id: 'methods-title' }, t('How this night was read'))),
    h('p', { class: 'muted small' }, methods.length ? methods.map(method).join(' · ') : t('The gateway names no method.')),
    night.staging?.validated === false
      ? h('p', { class: 'muted small' }, t('The kinds of sleep rest on beat intervals. Their model was checked against polysomnography with a watch’s heart rate, not with intervals.')) : null,
    h('p', { class: 'muted small' }, t('Estimates from movement and heart rate, not a diagnosis. A night belongs to the day on which you wake.')));
}
