// One night, whole.

import * as api from '../api.js';
import { fill, h, icon } from '../dom.js';
import { longDate, minutes, sentence, shortDate } from '../format.js';
import { t } from '../language.js';
import { empty, load, skeleton } from '../states.js';
import { changeCard } from './changes.js';
import { comparisonCard } from './comparison.js';
import { diaryLine } from './diary.js';
import { metricGrid } from './metrics.js';
import { moon } from './moon.js';
import { legend, lossSection, methodSection, stateTable } from './tables.js';
import { tracksOf } from './tracks.js';
import { TrackStack } from './trackStack.js';
import { ZoneClock } from './zoneClock.js';

const link = (date, device) => `/nights/${date}${device ? `?device=${encodeURIComponent(device)}` : ''}`;

// Steps keep to the device that was asked for.
function stepper(date, label, symbol, rel, device) {
  const inner = [symbol === 'left' && icon('left'), h('span', { class: 'wide-only' }, date ? shortDate(date) : label), symbol === 'right' && icon('right')];
  return date
    ? h('a', { class: 'button', href: link(date, device), rel, 'aria-label': `${label}: ${longDate(date)}`, id: `${rel}-night` }, inner)
    : h('span', { class: 'button', 'aria-disabled': 'true', role: 'link', 'aria-label': t`${label}: none`, id: `${rel}-night` }, inner);
}

function devicePicker(night, navigate) {
  const others = night.other_devices ?? [];
  if (!others.length) return null;
  const all = [night.device, ...others.map((one) => (typeof one === 'string' ? { id: one, name: one } : one))]
    .sort((a, b) => String(a.name ?? a.id).localeCompare(String(b.name ?? b.id)));
  return h('label', { class: 'picker' }, h('span', { class: 'small muted' }, t('Device')),
    h('select', { id: 'device', onchange: (event) => navigate(link(night.date, event.target.value)) },
      all.map((one) => h('option', { value: one.id, selected: one.id === night.device.id }, one.name ?? one.id))));
}

function head(night, clock, navigate, device) {
  const period = night.sleep_period;
  const evening = clock.day(night.window.start_s);
  const asleep = period
    ? t`Asleep ${clock.time(period.start_s)}, up ${clock.time(period.end_s)}`
    : sentence(night.sleep_period_reason ?? t('No sleep period was found'));
  return h('header', { class: 'night-head' },
    moon(night.window.end_s, 56),
    h('div', { class: 'night-title' },
      h('p', { class: 'small muted' }, h('a', { href: `/nights?month=${night.date.slice(0, 7)}` }, t('Nights')),
        t` · ${shortDate(evening)} to ${shortDate(night.date)}`),
      h('h1', null, longDate(night.date)),
      h('p', { class: 'night-line' }, h('strong', { class: 'num' }, asleep),
        h('span', { class: 'muted' }, night.device?.name ?? night.device?.id ?? ''),
        night.synthetic && h('span', { class: 'tag synthetic' }, t('Synthetic')),
        night.source === 'import' && h('span', { class: 'tag' }, t('Imported')),
        night.edited_s && h('span', { class: 'tag' }, t('Corrected'))),
      diaryLine(night, clock)),
    h('div', { class: 'night-tools' },
      devicePicker(night, navigate),
      h('nav', { 'aria-label': t('Other nights') }, stepper(night.previous, t('Previous night'), 'left', 'prev', device), stepper(night.next, t('Next night'), 'right', 'next', device))));
}

function toolbar(stack) {
  const button = (id, label, symbol, act) => h('button', { class: 'button quiet round', type: 'button', id, 'aria-label': label, title: label, onclick: act }, icon(symbol));
  const reset = h('button', { class: 'button quiet', type: 'button', id: 'zoom-reset', disabled: true, onclick: () => stack.reset() }, icon('reset'), t('Reset'));
  const whole = h('button', { class: 'button quiet', type: 'button', id: 'zoom-whole', onclick: () => stack.show(...stack.full) }, t('Noon to noon'));
  stack.onrange = () => {
    reset.disabled = stack.isHome;
    whole.disabled = stack.isWhole;
  };
  whole.disabled = stack.isWhole;
  return h('div', { class: 'toolbar', role: 'toolbar', 'aria-label': t('Zoom'), 'aria-controls': 'tracks' },
    button('pan-left', t('Earlier'), 'left', () => stack.pan(-0.4)),
    button('zoom-out', t('Zoom out'), 'minus', () => stack.zoom(2)),
    button('zoom-in', t('Zoom in'), 'plus', () => stack.zoom(0.5)),
    button('pan-right', t('Later'), 'right', () => stack.pan(0.4)),
    whole, reset);
}

function exports(night) {
  const button = (format, label) => h('a', { class: 'button', id: `export-${format}`, href: api.exportURL(night.date, format, night.device?.id), download: true }, icon('download'), label);
  return h('div', { class: 'exports', role: 'group', 'aria-label': t('Export this night') }, button('edf', 'EDF+'), button('csv', 'CSV'),
    h('a', { class: 'button', href: '/nights/table' }, t('Several nights as a table')));
}

function zoneLine(night, clock) {
  const [start, end] = [night.window.start_s, night.window.end_s];
  const changes = clock.changes(start, end);
  const hours = Math.round((end - start) / 3600);
  const base = t`Times in ${night.zone} (${clock.offsetName(start)}${changes.length ? t`, then ${clock.offsetName(end)}` : ''})`;
  return changes.length ? t`${base}. At ${clock.timeBefore(changes[0])} the clocks were set to ${clock.time(changes[0])}, so this night has ${hours} hours from noon to noon.` : t`${base}.`;
}

function view(night, context) {
  const clock = new ZoneClock(night.zone, night.utc_offset_transitions);
  const { shown, absent } = tracksOf(night);
  const stack = shown.length ? new TrackStack(night, clock, shown, context.signal) : null;
  const chart = h('section', { class: 'card night-chart', 'aria-labelledby': 'tracks-title' },
    h('div', { class: 'card-head' }, h('h2', { id: 'tracks-title' }, t('The night')), stack && toolbar(stack)),
    stack ? [stack.readout, stack.element] : h('p', { class: 'muted' }, t('This night holds no epoch that could be drawn.')),
    night.states?.values && legend(night),
    h('p', { class: 'muted small zone-line' }, zoneLine(night, clock), absent.length > 0 && t` Not in this recording: ${absent.join(t(', ')).toLowerCase()}.`),
    h('p', { class: 'sr-only', id: 'tracks-help' }, t('Arrow keys move the reading line, with Shift they move the view. Plus and minus zoom, zero shows the first view again. All tracks move together.')),
    night.states?.values && stateTable(night, clock));
  const comparison = comparisonCard(night, context.query.get('compare'), context.signal);
  const page = h('div', { class: 'page night', data: { night: night.date } },
    head(night, clock, context.navigate, context.query.get('device')), chart, metricGrid(night, clock), comparison.element, lossSection(night, clock),
    h('div', { class: 'page-foot' },
      changeCard(night, clock, () => stack?.range ?? null, () => context.navigate(link(night.date, night.device?.id), { replace: true }), context.announce),
      methodSection(night),
      h('section', { class: 'card', 'aria-labelledby': 'export-title' }, h('header', null, h('h2', { id: 'export-title' }, t('Take it home'))),
        h('p', { class: 'muted small' }, t('Epochs, beats, sleep and load of the night with its gaps and losses, for EDF+ readers such as MNE, for Python or a spreadsheet.')), exports(night))));
  return { element: page, start: () => { stack?.start(); comparison.start(); } };
}

// A night that is still being written may change under the eyes of its reader: offered, never forced.
function watch(night, { root, feed, signal, navigate }) {
  feed.addEventListener('nights', ({ detail }) => {
    if (!detail.changed?.includes(night.date) || root.querySelector('.changed')) return;
    root.querySelector('.night-head')?.after(h('p', { class: 'card changed', role: 'status' }, icon('info'), t('There is more of this night now.'),
      h('button', { class: 'button', type: 'button', onclick: () => navigate(link(night.date, night.device?.id), { replace: true }) }, t('Show'))));
  }, { signal });
}

// An address without a recorder means the night of whoever, and whatever, is chosen in the header.
async function wanted({ date }, device, { person, device: chosen }, signal) {
  if (device !== null || (person === null && chosen === null)) return api.night(date, device, signal);
  const day = date === 'latest' ? null : date;
  const [entry] = (await api.nights(day, day, { person, device: chosen, limit: 1 }, signal)).nights;
  if (!entry) throw new api.Problem(t('There is no such night'), t('Choose another night, another person or another recorder.'), 404, null);
  return api.night(entry.date, entry.device, signal);
}

export async function mount(context) {
  const { root, signal, params, query, selection, announce } = context;
  await load(root, signal, () => skeleton(t('Loading the night'), 6, 8, 26), async () => {
    let night;
    try {
      night = await wanted(params, query.get('device'), selection, signal);
    } catch (error) {
      // Before the first night there is no latest one: nothing has failed.
      if (error.status !== 404 || params.date !== 'latest') throw error;
      return h('div', { class: 'page' }, h('h1', null, t('Night')), empty('moon', t('No night yet'),
        h('p', { class: 'muted' }, t('A night appears here in the morning after you wore a device, or as soon as you import a recording.')),
        h('div', { class: 'actions' }, h('a', { class: 'button primary', href: '/import' }, t('Import a recording')))));
    }
    context.setTitle(longDate(night.date));
    context.markSynthetic(Boolean(night.synthetic));
    announce(t`Total sleep ${minutes(night.measures?.total_sleep_min?.value)}`);
    watch(night, context);
    return view(night, context);
  });
}
