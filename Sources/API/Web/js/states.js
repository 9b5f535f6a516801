// What a page shows before, without or instead of data: one look for all of them.

import { fill, h, icon } from './dom.js';
import { t, woven } from './language.js';

// A page has a heading whatever state it is in; a part of one has that of its page.
const heading = (root, attributes) => root.id === 'main' && h('h1', attributes, document.title.replace(/ · Nightjar$/, ''));

/** A page of which nothing but its failure can be shown. */
export const failedPage = (root, problem, retry) => {
  const title = heading(root, null);
  return title ? h('div', { class: 'page' }, title, failure(problem, retry)) : failure(problem, retry);
};

/** Grey shapes where content will be; announced as loading. */
export function skeleton(label, ...heights) {
  const shapes = heights.map((rem) => {
    const shape = h('div', { class: 'skeleton', 'aria-hidden': 'true' });
    shape.style.height = `${rem}rem`;
    return shape;
  });
  return h('div', { class: 'page', 'aria-busy': 'true' }, h('p', { class: 'sr-only', role: 'status' }, label), shapes);
}

/** Nothing there yet, and what to do about it. */
export function empty(symbol, title, ...body) {
  return h('div', { class: 'card notice', data: { state: 'empty' } }, icon(symbol), h('h2', null, title), body);
}

/** Something failed; `retry` tries again. */
export function failure(problem, retry) {
  return h('div', { class: 'card notice error', role: 'alert', data: { state: 'error' } },
    icon('alert'),
    h('h2', null, problem.title ?? t('Something went wrong')),
    h('p', null, problem.detail ?? t('Try again. If it keeps happening, restart the gateway.')),
    problem.trace && h('p', { class: 'muted small' }, t`Trace ${problem.trace}`),
    h('div', { class: 'actions' },
      h('button', { class: 'button primary', type: 'button', onclick: retry }, t('Retry'))));
}

/** An address that leads nowhere, and where to go from it. */
export function noPage(path) {
  const link = (href, text) => h('a', { class: 'button', href }, text);
  return h('div', { class: 'page' }, h('div', { class: 'card notice', data: { state: 'nowhere' } }, icon('moon'),
    h('h1', null, t('There is no such page')),
    h('p', { class: 'muted' }, woven`Nothing is at ${h('code', null, path)}. The address may be mistyped, or what it showed has moved.`),
    h('div', { class: 'actions' }, h('a', { class: 'button primary', href: '/' }, t('Today')),
      link('/nights', t('Nights')), link('/live', t('Live')), link('/devices', t('Devices')), link('/import', t('Import')))));
}

/**
 * Shows a skeleton, then what `work` returns, or the failure with Retry; stale answers are dropped. `work` gives an
 * element, or `{ element, start }` when something must run once the element is in the page.
 */
export async function load(root, signal, waiting, work) {
  const attempt = async () => {
    document.removeEventListener('connected', attempt);
    const first = waiting();
    fill(root, first.ariaBusy && heading(root, { class: 'sr-only' }), first);
    try {
      const view = await work();
      if (signal.aborted) return false;
      fill(root, view.element ?? view);
      view.start?.();
      return true;
    } catch (error) {
      if (signal.aborted || error.name === 'AbortError') return false;
      if (error.status === undefined) console.error(error);
      fill(root, failedPage(root, error.status === undefined ? {} : error, attempt));
      // Where the gateway was out of reach, its return is enough.
      if (error.status === 0) document.addEventListener('connected', attempt, { signal });
      return false;
    }
  };
  return attempt();
}
