// The files on their way in: a few at a time, however many were given, and how far all of them are.

import { fill, h, icon } from '../dom.js';
import { plural } from '../format.js';
import { t } from '../language.js';

// One is sent while another is decoded; more would only wait in the gateway instead of here.
const AT_ONCE = 2;
// Kept across visits: leaving the page does not end an import.
const waiting = [];
let running = 0;

function next() {
  while (running < AT_ONCE && waiting.length) {
    running += 1;
    waiting.shift().run().finally(() => {
      running -= 1;
      next();
    });
  }
}

/** Runs a job as soon as it is its turn. */
export function enqueue(job) {
  waiting.push(job);
  next();
}

/** A line about all of `jobs` where there are several, with its own `update()`. */
export function progressLine(jobs) {
  const text = h('p', { role: 'status' });
  const cancel = h('button', { class: 'button', type: 'button', id: 'cancel-all', onclick: () => { for (const job of [...jobs]) job.cancel(); } }, icon('close'), t('Cancel the rest'));
  const element = h('div', { class: 'card import-all', hidden: true }, text, cancel);
  function update() {
    element.hidden = jobs.length < 2;
    const count = (state) => jobs.filter((job) => job.state === state).length;
    const done = jobs.filter(({ isFinal }) => isFinal).length;
    const parts = [['duplicate', t('already here')], ['failed', t('not imported')], ['cancelled', t('cancelled')]]
      .filter(([state]) => count(state)).map(([state, word]) => `${count(state)} ${word}`);
    cancel.hidden = done === jobs.length;
    const line = [t`${done} of ${plural(jobs.length, 'file')} done`, t`${count('complete')} imported`, ...parts].join(' · ');
    if (text.textContent !== line) fill(text, line);
  }
  return { element, update };
}
