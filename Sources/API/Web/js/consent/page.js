// Consent: what is recorded of whoever looks, stream by stream of each device that they wear, kept or refused by a click.

import * as api from '../api.js';
import { channel as channelWord } from '../devices/words.js';
import { toggle } from '../dialog.js';
import { fill, h, icon } from '../dom.js';
import { locale, t } from '../language.js';
import { empty, load, skeleton } from '../states.js';

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const at = (seconds) => moment.format(seconds * 1000);

/** What becomes of a stream and why: `isKept`, a word, and a sentence for what is not kept. */
function fate({ allowed, since_s: since, refused_with: source }, onDevice) {
  if (source) return { why: t`${channelWord(source)}, which you refuse, could be counted from it.` };
  if (!allowed) return { why: t`Refused by you${since ? t` since ${at(since)}` : ''}.` };
  if (!onDevice) return { why: t('Switched off on this device.') };
  return { isKept: true, why: null };
}

/** A row with a switch; `set(stream, allowed)` runs when it is turned. */
function row(consent, onDevice, name, set) {
  const { isKept, why } = fate(consent, onDevice);
  const { input, element } = toggle(channelWord(consent.stream), {
    on: consent.allowed, name, changed: (allowed) => set(consent.stream, allowed),
  });
  // Only what was refused itself can be allowed again.
  input.disabled = Boolean(consent.refused_with);
  const reason = why && h('p', { class: 'muted small', id: `why-${name}` }, why);
  if (reason) input.setAttribute('aria-describedby', reason.id);
  return h('li', { data: { stream: consent.stream, kept: String(Boolean(isKept)) } },
    h('div', { class: 'consent-what' }, element, reason),
    h('span', { class: `tag ${isKept ? 'good' : ''}` }, icon(isKept ? 'check' : 'close'), isKept ? t('Kept') : t('Not kept')));
}

function deviceCard({ id, name, streams }, consents, set) {
  const known = streams.map(({ stream, allowed }) => [consents.get(stream) ?? { stream, allowed: true }, allowed]);
  const kept = known.filter(([consent, onDevice]) => fate(consent, onDevice).isKept).length;
  return h('section', { class: 'card consent-card', 'aria-label': name, data: { device: id } },
    h('header', null, h('h2', null, name),
      h('span', { class: 'muted small' }, streams.length ? t`${kept} of ${streams.length} kept` : t('It has not said yet what it sends'))),
    h('ul', { class: 'consents' }, known.map(([consent, onDevice]) => row(consent, onDevice, `${id}/${consent.stream}`, set))));
}

function elsewhere(list, set) {
  return h('section', { class: 'card consent-card', 'aria-label': t('Refused on any device') },
    h('header', null, h('h2', null, t('Refused on any device')),
      h('span', { class: 'muted small' }, t('Nothing that you wear now sends these'))),
    h('ul', { class: 'consents' }, list.map((consent) => row(consent, true, `any/${consent.stream}`, set))));
}

function past(history) {
  return h('details', { class: 'card consent-past' }, h('summary', null, t('What you said before')),
    h('ul', null, [...history].reverse().map(({ stream, refused_s: from, allowed_s: to }) => h('li', null,
      h('strong', null, channelWord(stream)), t` refused ${at(from)}${to ? t`, allowed again ${at(to)}` : t(', and still')}`))));
}

function nothing() {
  return empty('watch', t('Nothing is recorded of you now'),
    h('p', null, t('No device is said to be worn by you. When one is, its streams stand here, each with a switch.')),
    h('div', { class: 'actions' }, h('a', { class: 'button primary', href: '/devices' }, t('Devices'))));
}

export async function mount({ root, feed, signal, announce }) {
  const trouble = h('div', { role: 'alert' });
  const body = h('div', { class: 'page' });
  let busy = false;

  function show({ streams, devices, history }) {
    const consents = new Map(streams.map((consent) => [consent.stream, consent]));
    const others = streams.filter(({ allowed, is_worn: isWorn, refused_with: source }) => !allowed && !isWorn && !source);
    const focused = document.activeElement?.name;
    fill(body,
      devices.length ? h('div', { class: 'account-grid' }, devices.map((device) => deviceCard(device, consents, set))) : nothing(),
      others.length > 0 && elsewhere(others, set),
      history.length > 0 && past(history));
    if (focused) body.querySelector(`input[name="${CSS.escape(focused)}"]`)?.focus();
  }

  async function set(stream, allowed) {
    busy = true;
    fill(trouble);
    try {
      show(await api.change(`/consents/${encodeURIComponent(stream)}`, 'PUT', { allowed }));
      announce(`${channelWord(stream)}: ${allowed ? t('allowed') : t('refused from now on')}`);
    } catch (error) {
      if (signal.aborted) return;
      // The switch goes back to what holds.
      for (const input of body.querySelectorAll(`[data-stream="${CSS.escape(stream)}"] input`)) input.checked = !allowed;
      fill(trouble, h('p', { class: 'card outcome bad' }, icon('alert'),
        h('span', null, t`Nothing was changed. ${error.detail ?? t('Try again.')}`),
        h('button', { class: 'button quiet round', type: 'button', 'aria-label': t('Close'), onclick: () => fill(trouble) }, icon('close'))));
    } finally {
      busy = false;
    }
  }

  // Devices come and go, and change hands; while a switch is being turned its answer is newer.
  async function refresh() {
    try {
      const reply = await api.get('/consents', signal);
      if (!busy && !signal.aborted) show(reply);
    } catch {
      // What is shown stays; the connection's own banner says that it is lost.
    }
  }

  const isShown = await load(root, signal, () => skeleton(t('Loading what is recorded of you'), 3, 14), async () => {
    const [reply, health] = await Promise.all([api.get('/consents', signal), api.get('/auth/health', signal)]);
    show(reply);
    return h('div', { class: 'page consent' },
      h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('What is recorded of you')),
        h('p', { class: 'muted' }, t('What you refuse is from that moment on not kept, shown, exported or sent, on any device that you wear, nor is what it could be counted from. What was recorded before stays yours.')),
        !health.registered && h('p', { class: 'muted small' }, t('Nobody has an account on this box, so this holds for everybody who wears a device of it.')))),
      trouble, body);
  });
  if (isShown === false && signal.aborted) return;
  for (const name of ['entry', 'forgotten', 'household']) feed.addEventListener(name, later, { signal });
  feed.addEventListener('state', ({ detail }) => { if (detail === 'open') refresh(); }, { signal });
  let waiting = null;
  signal.addEventListener('abort', () => clearTimeout(waiting));
  function later() {
    // A session that begins says much at once.
    waiting ??= setTimeout(() => { waiting = null; refresh(); }, 1000);
  }
}
