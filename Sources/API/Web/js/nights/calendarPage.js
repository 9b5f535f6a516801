// Nights of a month: a calendar where there is room, a list on a phone.

import * as api from '../api.js';
import { h, icon } from '../dom.js';
import { addDays, clockMinutes, longDate, minutes, monthName, number, plural, share, shortDate } from '../format.js';
import { empty, load, skeleton } from '../states.js';
import { trust } from '../words.js';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const thisMonth = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 7);

function shift(month, by) {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

function lastDay(month) {
  return addDays(`${shift(month, 1)}-01`, -1);
}

const nightLink = (night) => `/nights/${night.date}?device=${encodeURIComponent(night.device)}`;
const known = (value) => value !== null && value !== undefined;

// One night a day leads: the one that is most complete; the others stay one click away.
function byDay(nights) {
  const days = new Map();
  for (const night of nights) {
    const list = days.get(night.date) ?? [];
    list.push(night);
    list.sort((a, b) => (b.confidence ?? -1) - (a.confidence ?? -1));
    days.set(night.date, list);
  }
  return days;
}

function ring(percent) {
  const inner = h('span', { class: 'bar-fill' });
  inner.style.width = known(percent) ? `${percent}%` : '0';
  return h('span', { class: 'bar', 'aria-hidden': 'true' }, inner);
}

function spoken(list) {
  const [night] = list;
  return [longDate(night.date), known(night.total_sleep_min) ? `asleep ${minutes(night.total_sleep_min)}` : 'sleep not known',
    known(night.efficiency_percent) && `efficiency ${number(night.efficiency_percent)} percent`,
    night.synthetic && 'synthetic', list.length > 1 && plural(list.length, 'device')].filter(Boolean).join(', ');
}

function cell(day, list, today) {
  const number_ = h('span', { class: 'day-number num' }, String(Number(day.slice(8))));
  const classes = `day ${day === today ? 'today' : ''}`;
  if (!list) return h('li', { class: classes }, number_);
  const [night] = list;
  return h('li', { class: `${classes} has-night`, data: { date: day } },
    h('a', { href: nightLink(night), 'aria-label': spoken(list) },
      number_, list.length > 1 && h('span', { class: 'more small' }, `${list.length}×`),
      h('span', { class: 'day-sleep num' }, clockMinutes(night.total_sleep_min)),
      ring(night.efficiency_percent),
      h('span', { class: 'day-efficiency small num' }, known(night.efficiency_percent) ? `${number(night.efficiency_percent)} %` : 'not known'),
      night.synthetic && h('span', { class: 'day-synthetic' }, 'Synthetic')));
}

function calendar(month, days) {
  const first = `${month}-01`;
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const cells = [];
  for (let blank = 0; blank < lead; blank += 1) cells.push(h('li', { class: 'day blank', 'aria-hidden': 'true' }));
  for (let day = first; day <= lastDay(month); day = addDays(day, 1)) cells.push(cell(day, days.get(day), today));
  return h('div', { class: 'card calendar' },
    h('div', { class: 'weekdays', 'aria-hidden': 'true' }, DAYS.map((name) => h('span', null, name))),
    h('ol', { class: 'days', id: 'calendar', 'aria-label': `Nights of ${monthName(month)}` }, cells));
}

function listItem(night) {
  const word = trust(night.confidence);
  return h('li', null, h('a', { class: 'card night-row', href: nightLink(night), data: { date: night.date } },
    h('span', { class: 'row-date' }, h('strong', null, shortDate(night.date)), h('span', { class: 'small muted row-device' }, night.device_name ?? night.device, night.synthetic && h('span', { class: 'tag synthetic' }, 'Synthetic'))),
    h('span', { class: 'row-sleep num' }, minutes(night.total_sleep_min)),
    h('span', { class: 'row-detail small muted num' },
      known(night.efficiency_percent) ? `Efficiency ${number(night.efficiency_percent)} %` : 'Efficiency not known',
      word && ` · confidence ${word.word.toLowerCase()}, ${share(night.confidence)}`),
    icon('right')));
}

// Of each day the night that leads: two devices of one night are no two nights.
function summary(nights) {
  const slept = nights.map((night) => night.total_sleep_min).filter(known);
  if (!slept.length) return plural(nights.length, 'night');
  const mean = slept.reduce((a, b) => a + b, 0) / slept.length;
  return `${plural(nights.length, 'night')} · ${minutes(mean)} asleep on average`;
}

function nothing(month, isFirst) {
  return empty('moon', isFirst ? 'No nights yet' : `No nights in ${monthName(month)}`,
    h('p', { class: 'muted' }, isFirst
      ? 'A night appears here in the morning after you wore a device, or as soon as you import a recording.'
      : 'Choose another month, or go to the latest night.'),
    h('div', { class: 'actions' },
      h('a', { class: 'button primary', href: '/import' }, icon('upload'), 'Import a recording'),
      !isFirst && h('a', { class: 'button', href: '/nights/latest' }, 'Latest night')));
}

// Whose nights these are, where others are left out.
function chosen({ person, personName, deviceName }) {
  const parts = [person !== null && `of ${personName ?? 'one person'}`, deviceName && `from ${deviceName}`].filter(Boolean);
  return parts.length ? `Only nights ${parts.join(', ')}` : null;
}

function page(month, nights, isFirst, selection) {
  const step = (by, label, symbol) => h('a', { class: 'button round', href: `/nights?month=${shift(month, by)}`, 'aria-label': `${label}: ${monthName(shift(month, by))}` }, icon(symbol));
  return h('div', { class: 'page nights' },
    h('header', { class: 'page-head' },
      h('div', null, h('h1', null, monthName(month)),
        h('p', { class: 'muted' }, [nights.length ? summary([...byDay(nights).values()].map(([night]) => night)) : 'No nights', chosen(selection)].filter(Boolean).join(' · '))),
      h('nav', { class: 'month-nav', 'aria-label': 'Month' }, step(-1, 'Previous month', 'left'),
        h('a', { class: 'button', href: '/nights/latest' }, 'Latest night'), step(1, 'Next month', 'right'))),
    nights.length
      ? [calendar(month, byDay(nights)), h('ol', { class: 'night-list', 'aria-label': 'Nights, newest first' }, nights.map(listItem))]
      : nothing(month, isFirst));
}

async function latestDate(choice, signal) {
  return (await api.nights(null, null, { ...choice, limit: 1 }, signal)).nights[0]?.date ?? null;
}

export async function mount({ root, signal, query, feed, selection, markSynthetic, setTitle }) {
  const asked = /^\d{4}-\d{2}$/.test(query.get('month') ?? '') ? query.get('month') : null;
  let month = asked ?? thisMonth();
  const choice = { person: selection.person, device: selection.device };
  const nightsOf = async () => (await api.nights(`${month}-01`, lastDay(month), choice, signal)).nights ?? [];
  const show = async () => {
    let nights = await nightsOf();
    let isFirst = false;
    if (!nights.length) {
      const latest = await latestDate(choice, signal);
      isFirst = latest === null;
      // Without a month in the address, the latest night decides which month to open.
      if (latest && !asked) {
        month = latest.slice(0, 7);
        nights = await nightsOf();
      }
    }
    markSynthetic(nights.some((night) => night.synthetic));
    setTitle(`Nights of ${monthName(month)}`);
    return page(month, nights.sort((a, b) => a.date.localeCompare(b.date)), isFirst, selection);
  };
  const draw = (waiting) => load(root, signal, waiting, show);
  await draw(() => skeleton('Loading nights', 3.5, 30));
  feed.addEventListener('nights', () => draw(() => [...root.childNodes]), { signal });
}
