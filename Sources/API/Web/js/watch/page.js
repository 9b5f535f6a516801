// Watch: this browser stands in for a watch on the wrist.

import { t, woven } from '../language.js';
import { empty } from '../states.js';
import { fill, h, icon, setText } from '../dom.js';
import { breathingCard } from './breathing.js';
import { shake, watchFace } from './face.js';
import * as link from './link.js';
import { noticeOf, secondsOf } from './notice.js';

export async function mount({ root, signal, announce, markSynthetic }) {
  const body = h('div', { class: 'watch-page' });
  fill(root, h('div', { class: 'page' }, h('h1', null, t('Watch')), body));
  const show = () => {
    const identity = link.paired();
    if (identity) fill(body, worn(identity, { signal, announce, markSynthetic, again: show }));
    else fill(body, pairing({ announce, done: show }));
  };
  show();
}

/** Asks for the code that the phone's side shows. */
function pairing({ announce, done }) {
  const code = h('input', { type: 'text', id: 'code', inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 6, pattern: '[0-9]{6}', required: true });
  const fault = h('p', { class: 'fault', role: 'alert', id: 'pair-fault' });
  const name = /Mobile|Android|iPhone/.test(navigator.userAgent) ? t('Phone browser') : t('Browser');
  const enter = async (digits) => {
    setText(fault, '');
    try {
      await link.pair(digits, name);
      announce(t('Paired'));
      done();
    } catch (error) {
      setText(fault, error.message);
      code.select();
    }
  };
  const form = h('form', { class: 'pair-form', onsubmit: (event) => { event.preventDefault(); enter(code.value.trim()); } },
    h('label', { for: 'code' }, t('Code')), code,
    h('button', { class: 'button primary', type: 'submit' }, t('Pair')));
  return empty('watch', t('Let this browser be the watch'),
    h('p', { class: 'muted' }, t('For who has no watch that talks to Nightjar: open this page on a phone or beside you. It shows your load and heart rate, buzzes or moves when there is much at once, and leads a breathing exercise.')),
    h('p', null, woven`Enter the code that ${h('code', null, 'nightjar relay phone pair')} shows. It counts for two minutes.`),
    form, fault,
    h('div', { class: 'actions' }, h('button', {
      class: 'button', type: 'button', id: 'pair-here',
      onclick: async () => {
        try { await enter(await link.newCode()); } catch (error) { setText(fault, error.message); }
      },
    }, t('Pair this browser now'))));
}

function worn(identity, { signal, announce, markSynthetic, again }) {
  const face = watchFace();
  const badge = h('span', { class: 'tag', id: 'watch-link', role: 'status' }, t('Connecting'));
  const notice = h('p', { class: 'watch-notice', role: 'alert', id: 'watch-notice', hidden: true });
  const leaving = new AbortController();
  signal.addEventListener('abort', () => leaving.abort());
  const wire = new link.WatchLink(identity, leaving.signal);
  const breathing = breathingCard({
    announce, signal: leaving.signal,
    tap: (strength) => shake(face.element, [Math.max(10, Math.round(60 * strength))]),
    finished: (isWhole) => wire.send('userinfo', { breathing: { pattern: '4-6', done: isWhole }, t: Date.now() / 1000 }).catch(() => null),
  });
  let reading = null;
  let lastEvent = null;

  const draw = () => face.update(reading, Date.now() / 1000);
  const clock = setInterval(draw, 1000);
  const visible = () => wire.presence();
  document.addEventListener('visibilitychange', visible);
  leaving.signal.addEventListener('abort', () => {
    clearInterval(clock);
    document.removeEventListener('visibilitychange', visible);
  });

  function read(payload) {
    if (payload.t === undefined || (reading && payload.t < reading.t)) return;
    reading = payload;
    markSynthetic(Boolean(payload.synthetic));
    draw();
  }

  function tell(text, isUrgent, offer = null) {
    notice.hidden = !text;
    fill(notice, text && [icon(isUrgent ? 'buzz' : 'alert'), h('span', null, text),
      offer && h('button', { class: 'button', type: 'button', id: 'notice-breathe', onclick: () => {
        tell('');
        breathing.start(secondsOf(offer));
        breathing.element.scrollIntoView({ block: 'nearest' });
      } }, t('Breathe'))]);
  }

  // An overload comes as a message, or late as a user info; never twice.
  function feel(told) {
    if (told.id && told.id === lastEvent) return;
    lastEvent = told.id;
    face.shake(told.pattern);
    if (told.text) tell(told.text, true, told.breathing);
    announce(told.text);
  }

  wire.addEventListener('state', ({ detail }) => {
    const words = { open: [detail.reachable ? t('Phone reachable') : t('Phone away'), detail.reachable ? 'good' : 'warn'], lost: [t('Connection lost'), 'bad'], refused: [t('Not paired'), 'bad'] };
    const [text, tone] = words[detail.state] ?? [t('Connecting'), ''];
    setText(badge, text);
    badge.className = `tag ${tone}`;
    if (detail.state === 'refused') {
      link.forget();
      leaving.abort();
      again();
    } else if (detail.state === 'open') {
      if (!detail.active) tell(t('Another watch is worn now. Open this page again to take its place.'), false);
      if (detail.context?.t !== undefined) read(detail.context);
      if (detail.context?.alert) tell(detail.context.alert.message, true);
    }
  });
  wire.addEventListener('event', ({ detail: { event, payload, reply } }) => {
    const told = event === 'message' || event === 'userinfo' ? noticeOf(payload) : null;
    if (told) feel(told);
    if (payload?.cognitiveLoad !== undefined || event === 'context') read(payload);
    if (reply !== undefined) wire.reply(reply, payload.request ? { reason: 'This watch measures nothing.' } : { ok: true });
  });

  const ask = async () => {
    try {
      const { hrv } = await wire.request({ request: 'hrv' });
      face.variability(hrv ?? null);
    } catch {
      face.variability(null);
    }
  };
  setTimeout(ask, 1500);
  const asking = setInterval(ask, 30_000);
  leaving.signal.addEventListener('abort', () => clearInterval(asking));
  wire.run();
  draw();

  return [
    h('section', { class: 'card watch-card', 'aria-label': t('Watch face') },
      h('div', { class: 'card-head' }, badge, h('button', { class: 'button quiet', type: 'button', id: 'unpair', onclick: () => {
        leaving.abort();
        link.forget();
        again();
      } }, t('Unpair'))),
      face.element, notice),
    breathing.element,
  ];
}
