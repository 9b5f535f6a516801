// The progress and the outcome of one import.

import { fill, h, icon, setText } from '../dom.js';
import { plural, shortDate } from '../format.js';
import { t } from '../language.js';

const WORDS = {
  waiting: t('Waiting'), sending: t('Sending'), receiving: t('Received'), decoding: t('Decoding'), analysing: t('Finding nights'),
  complete: t('Imported'), duplicate: t('Already imported'), failed: t('Not imported'), cancelled: t('Cancelled'),
};
const TONES = { complete: 'good', duplicate: '', failed: 'bad', cancelled: '' };
const ICONS = { complete: 'check', duplicate: 'info', failed: 'alert', cancelled: 'close' };

/** The state in a word. */
export const stateWord = (state) => WORDS[state] ?? state;
/** The tone of a state's tag. */
export const stateTone = (state) => TONES[state] ?? 'warn';

const SHOWN = 6;

/** Links to the nights that a recording holds; long recordings show their first ones. */
export function nightLinks(nights) {
  const link = (date) => h('a', { class: 'tag link-tag', href: `/nights/${date}` }, icon('moon'), shortDate(date), ' ', date.slice(0, 4));
  const most = nights.length > SHOWN ? SHOWN - 1 : SHOWN;
  const rest = nights.slice(most);
  return h('div', { class: 'night-links' }, nights.slice(0, most).map(link),
    rest.length > 0 && h('details', null, h('summary', { class: 'small' }, t`${rest.length} more`), h('div', { class: 'night-links' }, rest.map(link))));
}

export function jobCard(job, again) {
  const tag = h('span', { class: 'tag' });
  const inner = h('span', { class: 'bar-fill' });
  const bar = h('span', { class: 'bar', role: 'progressbar', 'aria-label': t`Import of ${job.name}`, 'aria-valuemin': '0', 'aria-valuemax': '100' }, inner);
  const cancel = h('button', { class: 'button', type: 'button', onclick: () => job.cancel() }, icon('close'), t('Cancel'));
  const text = h('p', { class: 'small muted job-text', 'aria-live': 'polite' });
  const outcome = h('div', { class: 'job-outcome' });
  const element = h('li', { class: 'card job' },
    h('div', { class: 'job-head' }, icon('file'), h('h2', { class: 'job-name' }, job.name), tag, cancel),
    bar, text, outcome);

  function show() {
    element.dataset.state = job.state;
    tag.className = `tag ${stateTone(job.state)}`;
    setText(tag, stateWord(job.state));
    bar.hidden = job.isFinal;
    const percent = Math.round(job.fraction * 100);
    inner.style.width = `${percent}%`;
    bar.setAttribute('aria-valuenow', String(percent));
    bar.setAttribute('aria-valuetext', t`${percent} percent, ${stateWord(job.state)}`);
    cancel.hidden = job.isFinal;
    setText(text, job.isFinal ? '' : [`${percent} %`, job.message].filter(Boolean).join(' · '));
    if (job.isFinal) finish();
  }

  function finish() {
    const failed = job.state === 'failed';
    const line = {
      complete: job.nights.length ? t`${plural(job.nights.length, 'night')} found.` : job.message || t('The recording is in the store. It holds no whole night.'),
      duplicate: job.message || t('This recording is in the store already; nothing was added.'),
      failed: job.message || t('The file could not be read. Check that it is a recording from a supported device.'),
      cancelled: job.message || t('Cancelled.'),
    }[job.state];
    fill(outcome,
      h('p', { class: `outcome ${failed ? 'bad' : ''}`, role: failed ? 'alert' : 'status' }, icon(ICONS[job.state]), h('span', null, line)),
      job.problem?.trace && h('p', { class: 'small muted' }, t`Trace ${job.problem.trace}`),
      job.state === 'complete' && job.nights.length > 0 && job.message && h('p', { class: 'small muted' }, job.message),
      job.nights.length > 0 && nightLinks(job.nights),
      failed && again && h('button', { class: 'button', type: 'button', onclick: () => { element.remove(); again(); } }, t('Try again')));
  }
  job.addEventListener('change', show);
  show();
  return element;
}
