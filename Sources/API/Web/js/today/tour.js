// The tour of a minute: what each place is for. Offered on the first visit, and at any time from the foot of the page.

import { fill, h, icon } from '../dom.js';
import { t } from '../language.js';

const KEY = 'toured';
const STOPS = [
  ['today', t('Today'), t('Last night in a sentence and a picture, your heart now, what to do next, and what needs attention. Behind each figure stands how it was found.')],
  ['sleep', t('Sleep'), t('Every night in a calendar, and each by itself with its sleep, movement and heart over time. Drag to look closer; what is not right can be corrected.')],
  ['trends', t('Trends'), t('Weeks to years of any figure, beside what is usual for you. A gap is a day that is not known, never a zero.')],
  ['live', t('Live'), t('What your devices measure this second, with your load. Read a text of yours, or breathe for a minute, in the tabs below.')],
  ['data', t('Data'), t('Put on a strap or watch and it appears here by itself. Or bring in the files of a recorder, a whole folder at once.')],
  ['person', t('You'), t('Behind the figure at the top right: whose data you look at, light or dark, your account, and what is recorded of you. Everything stays on this machine.')],
];

function wasOffered() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // A browser that keeps nothing would offer it for ever.
    return true;
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // It was not offered either.
  }
}

const place = (name) => (name === 'person' ? document.getElementById('person') : document.querySelector(`.tabs [data-place="${name}"]`));

/** Leads through the places, one after the other, each lit up where it is; Escape ends it. */
export function tour() {
  remember();
  const before = document.activeElement;
  const title = h('h2', { id: 'tour-title' });
  const text = h('p', { 'aria-live': 'polite' });
  const count = h('p', { class: 'muted small num' });
  const back = h('button', { class: 'button', type: 'button', onclick: () => show(at - 1) }, t('Back'));
  const next = h('button', { class: 'button primary', type: 'button', id: 'tour-next', onclick: () => (at + 1 < STOPS.length ? show(at + 1) : dialog.close()) });
  const dialog = h('dialog', { class: 'tour', 'aria-labelledby': 'tour-title' }, h('div', { class: 'dialog-form' },
    h('header', { class: 'dialog-head' }, title, h('button', { class: 'button quiet round', type: 'button', 'aria-label': t('End the tour'), onclick: () => dialog.close() }, icon('close'))),
    text, h('footer', { class: 'dialog-foot' }, count, back, next)));
  let at = 0;

  function show(index) {
    at = index;
    const [name, word, told] = STOPS[at];
    unlight();
    place(name)?.classList.add('lit');
    fill(title, word);
    fill(text, told);
    fill(count, t`${at + 1} of ${STOPS.length}`);
    back.disabled = at === 0;
    fill(next, at + 1 < STOPS.length ? t('Next') : t('Done'));
  }
  const unlight = () => document.querySelector('.lit')?.classList.remove('lit');
  dialog.addEventListener('close', () => {
    unlight();
    dialog.remove();
    if (before?.isConnected) before.focus();
  });
  document.body.append(dialog);
  show(0);
  dialog.showModal();
  next.focus();
}

/** The card that offers it; null where it was offered before. */
export function tourOffer() {
  if (wasOffered()) return null;
  const element = h('section', { class: 'card tour-offer', 'aria-label': t('First visit') },
    h('p', null, h('strong', null, t('New here? ')), t('A minute shows you where everything is.')),
    h('div', { class: 'actions' },
      h('button', { class: 'button primary', type: 'button', id: 'tour-start', onclick: () => { element.remove(); tour(); } }, t('Show me')),
      h('button', { class: 'button', type: 'button', id: 'tour-later', onclick: () => { remember(); element.remove(); } }, t('Not now'))));
  return element;
}
