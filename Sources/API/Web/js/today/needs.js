// What to do next, and what is wrong: both follow from what the gateway knows, nothing is made up.

import { h, icon } from '../dom.js';
import { minutes, plural, wallClock } from '../format.js';
import { t } from '../language.js';
import { prose } from '../prose.js';
import { cause } from '../words.js';

const HOLE_S = 300;
const link = (href, text, isPrimary) => h('a', { class: `button ${isPrimary ? 'primary' : ''}`, href }, text);

function step({ dashboard, night, readiness, surroundings, person }) {
  // Of a chosen person: theirs, and what nobody is said to sleep in.
  const [recording] = surroundings.recordings.filter(({ wearer }) => person === null || wearer === null || String(wearer) === person);
  if (recording) {
    const until = recording.planned_end_s && t` It ends at ${wallClock(recording.planned_end_s).slice(0, 5)}.`;
    return [t('Sleep well'), t`This night is being recorded since ${wallClock(recording.started_s).slice(0, 5)}.${until || ''}`, link('/devices', t('To the recording'))];
  }
  // The stream knows of the links what was so when the dashboard was asked.
  const devices = dashboard.devices.map((one) => surroundings.entries.get(one.id) ?? one);
  if (!devices.length && !night) {
    return [t('Bring something in'), t('Import the file of a recorder, or put on a strap or watch and use it here.'),
      link('/import', t('Import a recording'), true), link('/devices', t('Find a device'))];
  }
  if (!devices.length) {
    return [t('Record a night yourself'), t('All nights here came as files. With a strap or watch this gateway records them itself.'), link('/devices', t('Find a device'), true)];
  }
  const streaming = devices.filter(({ link: state }) => state?.state === 'streaming').length;
  if (!streaming) {
    return [t`Put on ${devices[0].given_name ?? devices[0].name}`, t('Nothing is coming from any device now. Once it is worn and near, it connects by itself.'), link('/devices', t('Look at the devices'), true)];
  }
  const [warning] = readiness?.warnings ?? [];
  if (warning) return [t('Before the night'), [warning.message, warning.next_step].filter(Boolean).join(' '), link('/devices', t('To the devices'), true)];
  return [t('Ready for the night'), t`${plural(streaming, 'device')} streaming. Start the recording when you go to bed, or set times at which it starts by itself.`, link('/devices', t('Record the night'), true)];
}

/** What the card of the next step holds. */
export function nextStep(state) {
  const [title, text, ...actions] = step(state);
  return [h('header', null, h('h2', { id: 'next-title' }, t('Next'))),
    h('p', { class: 'strong' }, title), h('p', { class: 'muted' }, prose(text)), h('div', { class: 'actions' }, actions)];
}

// Alerts stand above every page already.
const told = (alerts) => new Set(alerts.map(({ message, next_step: next }) => (next ? `${message} ${next}` : message)));

function holes(night, today) {
  if (!night || night.date !== today || !night.sleep_period) return [];
  const { start_s: start, end_s: end } = night.sleep_period;
  const lost = new Map();
  for (const gap of night.gaps ?? []) {
    const within = Math.min(gap.end_s, end) - Math.max(gap.start_s, start);
    if (within > 0) lost.set(gap.cause, (lost.get(gap.cause) ?? 0) + within);
  }
  return [...lost].filter(([, seconds]) => seconds >= HOLE_S)
    .map(([why, seconds]) => t`${minutes(seconds / 60)} of last night's sleep are missing: ${cause(why).toLowerCase()}.`);
}

/** What the card of what is wrong holds. */
export function attention({ dashboard, night, today, surroundings }) {
  const above = told(surroundings.alerts);
  const all = [...dashboard.errors.filter((error) => !above.has(error)), ...holes(night, today)];
  return [h('header', null, h('h2', { id: 'needs-title' }, t('Needs attention'))),
    all.length ? h('ul', { class: 'reasons' }, all.map((text) => h('li', null, icon('alert'), h('span', null, prose(text)))))
      : h('p', { class: 'muted well' }, icon('check'), surroundings.alerts.length ? t('Nothing beside what stands above.') : t('Nothing. All is well.'))];
}
