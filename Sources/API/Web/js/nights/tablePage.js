// Several nights as a table, to look at and to take home as CSV.

import * as api from '../api.js';
import { h, icon } from '../dom.js';
import { minutes, number, plural, share } from '../format.js';
import { t } from '../language.js';
import { empty, load, skeleton } from '../states.js';

const COLUMNS = [
  ['date', t('Date')], ['wearer', t('Worn by')], ['device_name', t('Recorder')], ['total_sleep_min', t('Total sleep'), minutes],
  ['efficiency_percent', t('Efficiency'), (value) => `${number(value, 1)} %`], ['confidence', t('Confidence'), share],
];
const FILE = ['date', 'wearer', 'device', 'device_name', 'source', 'synthetic', 'total_sleep_min', 'efficiency_percent', 'confidence', 'others'];
const known = (value) => value !== null && value !== undefined;

// What a spreadsheet would take for a formula is text.
function quoted(value) {
  const text = !known(value) ? '' : typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The nights as CSV, the oldest first. */
export const csv = (nights) => [FILE, ...nights.map((night) => FILE.map((name) => night[name]))].map((row) => row.map(quoted).join(',')).join('\n') + '\n';

const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

export async function mount({ root, signal, query, navigate, markSynthetic }) {
  const [from, to] = ['from', 'to'].map((name) => (isDay(query.get(name)) ? query.get(name) : ''));
  const device = query.get('device') ?? '';
  const person = query.get('person') ?? '';

  function change(name, value) {
    const next = new URLSearchParams(location.search);
    if (value) next.set(name, value);
    else next.delete(name);
    navigate(`/nights/table${next.size ? `?${next}` : ''}`, { replace: true });
  }
  const day = (name, label, value) => h('label', { class: 'picker' }, h('span', { class: 'small muted' }, label),
    h('input', { type: 'date', id: name, value, onchange: (event) => change(name, event.target.value) }));

  await load(root, signal, () => skeleton(t('Loading nights'), 3.5, 30), async () => {
    const asked = new URLSearchParams(Object.entries({ all: 'true', from, to, device, person }).filter(([, value]) => value));
    const nights = (await api.get(`/nights?${asked}`, signal)).nights.sort((a, b) => a.date.localeCompare(b.date));
    markSynthetic(nights.some(({ synthetic }) => synthetic));
    const url = URL.createObjectURL(new Blob([csv(nights)], { type: 'text/csv' }));
    signal.addEventListener('abort', () => URL.revokeObjectURL(url));
    const row = (night) => h('tr', null, COLUMNS.map(([key, , format]) => {
      const text = known(night[key]) ? (format ? format(night[key]) : night[key]) : '–';
      return h('td', { class: format ? 'num' : null }, key === 'date' ? h('a', { href: `/nights/${night.date}?device=${encodeURIComponent(night.device)}` }, text) : text);
    }));
    return h('div', { class: 'page nights-table' },
      h('header', { class: 'page-head' }, h('div', null, h('p', { class: 'small muted' }, h('a', { href: '/nights' }, t('Nights'))), h('h1', null, t('Nights as a table')), h('p', { class: 'muted' }, plural(nights.length, 'night'))),
        nights.length > 0 && h('a', { class: 'button primary', id: 'nights-csv', href: url, download: 'nights.csv' }, icon('download'), 'CSV')),
      h('div', { class: 'filters', role: 'group', 'aria-label': t('Show only') }, day('from', t('From'), from), day('to', t('To'), to)),
      nights.length
        ? h('div', { class: 'card scroll-x', tabindex: '0', role: 'region', 'aria-label': t('Nights') }, h('table', null,
          h('thead', null, h('tr', null, COLUMNS.map(([, name]) => h('th', { scope: 'col' }, name)))), h('tbody', null, nights.map(row))))
        : empty('moon', t('No nights then'), h('p', { class: 'muted' }, t('Choose other days, or import a recording.'))));
  });
}
