// Trends: one figure over weeks to years, beside what was usual before.

import * as api from '../api.js';
import { between, METRICS, trend, usual, written } from '../days.js';
import { h, icon } from '../dom.js';
import { addDays, plural, sentence, shortDate } from '../format.js';
import { t } from '../language.js';
import { empty, load, skeleton } from '../states.js';
import { partName, TrendChart } from './chart.js';

const SPANS = [[28, t('4 weeks')], [91, t('3 months')], [365, t('1 year')], [1826, t('5 years')]];
const PARTS = [['day', t('Days')], ['week', t('Weeks')], ['month', t('Months')]];
const FEWEST_BEFORE = 14;
const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text));

// What the address asks for; what it leaves open is chosen for it.
function asked(query) {
  const metric = query.get('metric') in METRICS ? query.get('metric') : 'sleep_hours';
  const days = SPANS.find(([span]) => String(span) === query.get('days'))?.[0] ?? 91;
  const by = PARTS.find(([part]) => part === query.get('by'))?.[0] ?? (days > 400 ? 'month' : days > 100 ? 'week' : 'day');
  return { metric, days, by, to: isDay(query.get('to')) ? query.get('to') : null };
}

function segments(label, name, choices, chosen, change) {
  return h('fieldset', { class: 'segments' }, h('legend', { class: 'sr-only' }, label), choices.map(([value, word]) => h('label', null,
    h('input', { type: 'radio', name, value: String(value), checked: value === chosen, onchange: () => change(value) }), h('span', null, word))));
}

function toolbar(chart) {
  const button = (id, label, symbol, act) => h('button', { class: 'button quiet round', type: 'button', id, 'aria-label': label, title: label, onclick: act }, icon(symbol));
  const reset = h('button', { class: 'button quiet', type: 'button', id: 'zoom-reset', disabled: true, onclick: () => chart.reset() }, icon('reset'), t('Reset'));
  chart.onrange = () => { reset.disabled = chart.isWhole; };
  return h('div', { class: 'toolbar', role: 'toolbar', 'aria-label': t('Zoom'), 'aria-controls': 'trend' },
    button('zoom-out', t('Zoom out'), 'minus', () => chart.zoom(2)), button('zoom-in', t('Zoom in'), 'plus', () => chart.zoom(0.5)), reset);
}

// What fits a spreadsheet: whole precision, nothing where nothing is known.
function csv({ metric, unit, points }) {
  return [`date,${metric},unit,known_days`, ...points.map(({ date, value, days }) => [date, value ?? '', unit, days].join(','))].join('\r\n').concat('\r\n');
}

function table(found) {
  const { metric, by, points, from, to } = found;
  const file = new Blob([csv(found)], { type: 'text/csv' });
  const url = URL.createObjectURL(file);
  const rows = [...points].reverse().map(({ date, value, days }) => h('tr', null,
    h('td', null, sentence(partName(date, by))), h('td', { class: 'num' }, value === null ? t('not known') : written(metric, value)), by !== 'day' && h('td', { class: 'num' }, String(days))));
  return { url, element: h('details', { class: 'table-alternative' }, h('summary', null, t('As a table')),
    h('p', null, h('a', { class: 'button', id: 'trend-csv', href: url, download: `${metric}-${from}-${to}.csv` }, icon('download'), 'CSV')),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t`${METRICS[metric].title} as a table` },
      h('table', null, h('thead', null, h('tr', null, [t('When'), METRICS[metric].title, ...(by === 'day' ? [] : [t('Known days')])].map((title) => h('th', { scope: 'col' }, title)))), h('tbody', null, rows)))) };
}

// How the newest known day was made stands for all: each day names its own on the page of the day.
async function methodOf({ metric, by, points }, person, signal) {
  const last = points.findLast(({ value }) => value !== null);
  if (!last) return null;
  try {
    const newest = by === 'day' ? last.date : (await trend(metric, { days: 31, to: addDays(last.date, by === 'week' ? 6 : 30), person }, signal)).points.findLast(({ value }) => value !== null)?.date;
    const { methods } = await api.get(`/summary/${newest}${person ? `?person=${person}` : ''}`, signal);
    return methods[metric] ? t`${sentence(methods[metric])}, on ${shortDate(newest)}.` : null;
  } catch {
    return null;
  }
}

function compared(found, before) {
  const { metric, days, mean } = found;
  if (!days) return t('Nothing is known of these days.');
  const own = t`${written(metric, mean)} on average over ${plural(days, 'known day')}.`;
  if (!before) return t`${own} What was usual before is not shown: fewer than ${FEWEST_BEFORE} days before these are known.`;
  return t`${own} Before that usually ${between(metric, before.lower, before.upper)}, half of the days, with ${written(metric, before.median)} in the middle.`;
}

function legend(before) {
  return h('ul', { class: 'legend', 'aria-label': t('Legend') },
    before && h('li', null, h('span', { class: 'swatch band' }), t`Usual before: the middle half of ${before.days} days, the line is their middle`),
    h('li', null, h('span', { class: 'swatch hole' }), t('Not known')));
}

export async function mount({ root, signal, query, selection, navigate, announce }) {
  const wish = asked(query);
  const { person } = selection;
  const go = (change) => {
    const next = { ...wish, ...change };
    // Longer spans are put together in larger parts, unless somebody says otherwise.
    if (change.days) next.by = null;
    navigate(`/trends?${new URLSearchParams(Object.entries(next).filter(([, value]) => value !== null))}`);
  };

  async function view() {
    const found = await trend(wish.metric, { ...wish, person }, signal);
    const earlier = await trend(wish.metric, { days: Math.max(28, wish.days), to: addDays(found.from, -1), person }, signal);
    const [before, how] = [earlier.days >= FEWEST_BEFORE ? usual(earlier) : null, await methodOf(found, person, signal)];
    const chart = found.days ? new TrendChart(found, before, signal) : null;
    const rows = found.days ? table(found) : null;
    if (rows) signal.addEventListener('abort', () => URL.revokeObjectURL(rows.url));
    const moved = (by) => {
      const to = addDays(found.to, by * wish.days);
      return to < new Date().toISOString().slice(0, 10) ? to : null;
    };
    const step = (by, label, symbol) => h('button', { class: 'button round', type: 'button', 'aria-label': label, title: label, disabled: by > 0 && !wish.to, onclick: () => go({ to: moved(by) }) }, icon(symbol));
    announce(compared(found, before));
    const page = h('div', { class: 'page trends', data: { metric: wish.metric } },
      h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('Trends')),
        h('p', { class: 'muted' }, [found.person, t`${shortDate(found.from)} ${found.from.slice(0, 4)} to ${shortDate(found.to)} ${found.to.slice(0, 4)}`].filter(Boolean).join(' · '))),
      h('div', { class: 'month-nav', role: 'group', 'aria-label': t('Earlier and later') }, step(-1, t('Earlier'), 'left'),
        wish.to && h('button', { class: 'button', type: 'button', onclick: () => go({ to: null }) }, t('Up to today')), step(1, t('Later'), 'right'))),
      h('div', { class: 'trend-choices' },
        h('label', { class: 'picker' }, h('span', { class: 'sr-only' }, t('Figure')), h('select', { id: 'metric', onchange: (event) => go({ metric: event.target.value }) },
          Object.entries(METRICS).map(([name, { title }]) => h('option', { value: name, selected: name === wish.metric }, title)))),
        segments(t('Span'), 'days', SPANS, wish.days, (days) => go({ days })),
        segments(t('Put together'), 'by', PARTS, wish.by, (by) => go({ by }))),
      h('section', { class: 'card', 'aria-labelledby': 'trend-title' },
        h('div', { class: 'card-head' }, h('h2', { id: 'trend-title' }, METRICS[wish.metric].title), chart && toolbar(chart)),
        h('p', { class: 'trend-line' }, compared(found, before)),
        chart ? [chart.readout, chart.element, legend(before), rows.element] : nothing(wish),
        h('p', { class: 'sr-only', id: 'trend-help' }, t('Arrow keys move the reading line, with Shift they move the view. Plus and minus zoom, zero shows all again.'))),
      h('p', { class: 'muted small' }, t`${METRICS[wish.metric].about}. `, how ? t`Method: ${how} ` : '',
        selection.device !== null && t('Figures of days rest on all recorders of the person, whichever is chosen above.')));
    return { element: page, start: () => chart?.start() };
  }
  const nothing = ({ metric, to }) => empty('wave', t`No ${METRICS[metric].title.toLowerCase()} in these days`,
    h('p', { class: 'muted' }, t('Choose a longer or an earlier span, wear a device, or import a recording.')),
    h('div', { class: 'actions' }, h('a', { class: 'button primary', href: '/import' }, t('Import a recording')),
      to === null && h('a', { class: 'button', href: `/trends?metric=${metric}&days=1826` }, t('Five years'))));
  await load(root, signal, () => skeleton(t('Loading trends'), 3.5, 3, 26), view);
}
