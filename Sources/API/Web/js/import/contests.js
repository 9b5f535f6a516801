// Recordings of a recorder and a time of which somebody else has data too: an owner says whose each is, or leaves them.

import * as api from '../api.js';
import { fill, h, icon } from '../dom.js';
import { shortDate } from '../format.js';
import { t, woven } from '../language.js';

const day = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
const whose = (wearer) => wearer?.name ?? t('the first owner');

/** Fills `host` for owners, and hides it where nothing is contested. */
export async function showContests(host, signal, announce, done = null) {
  let contested = [];
  try {
    ({ contested } = await api.get('/imports/contested', signal));
  } catch {
    // Only owners are told; the rest of the page does without.
  }
  if (signal.aborted) return;
  host.hidden = contested.length === 0 && !done;
  if (host.hidden) return;

  async function give(recording, wearer, again = true) {
    const answer = await api.change(`/imports/recording-${recording}/wearer`, 'PUT', { wearer });
    announce(t`The recording is given to ${whose(answer.wearer)}.`);
    await showContests(host, signal, announce, again ? { recording, from: answer.before, to: answer.wearer } : null);
  }
  const failed = (error) => fill(problem, error.detail ?? error.title ?? t('That did not work. Try again.'));
  const button = (text, recording, wearer, again) => h('button', { class: 'button', type: 'button',
    onclick: () => give(recording, wearer, again).catch(failed) }, text);
  const problem = h('p', { class: 'bad', role: 'alert' });

  function row({ device, recording, wearer, start_s: start, end_s: end, others }) {
    const names = [...new Map(others.map((part) => [part.wearer?.id ?? null, part.wearer])).values()];
    return h('li', { class: 'contest' },
      h('p', null, woven`${h('strong', null, t`${whose(wearer)} brought a recording of ${device}`)}, ${shortDate(day(start))} to ${shortDate(day(end))}. Of the same recorder and time there are data of ${names.map(whose).join(t(', '))}. Each keeps their own until you say otherwise.`),
      names.map((other) => button(t`It is of ${whose(other)}`, recording, other?.id ?? null, true)));
  }
  fill(host, h('header', null, h('h2', null, t('Whose is it?'))),
    done && h('p', { class: 'outcome', role: 'status' }, icon('check'), h('span', null, t`Given to ${whose(done.to)}. `),
      button(t('Undo'), done.recording, done.from?.id ?? null, false)),
    h('ul', { class: 'contests' }, contested.map(row)), problem);
}
