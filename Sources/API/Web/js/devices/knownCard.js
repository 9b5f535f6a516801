// One known device: how far it is and why, its streams with consent, battery, signal, losses, wearer, and what can be done.

import { fill, h, icon, setText } from '../dom.js';
import { sentence, span, wallClock } from '../format.js';
import { t } from '../language.js';
import { prose } from '../prose.js';
import * as shared from '../words.js';
import { forget, settings, wear } from './changes.js';
import { recorderPart } from './recorder.js';
import { signalBars, word as signalWord } from './signal.js';
import { streamList } from './streams.js';
import * as words from './words.js';

const FACTS = { battery: t('Battery'), signal: t('Signal'), wear: t('Wear'), lost: t('Lost today') };

/** A card with its own `update(device, now)`. `act(work, done)` runs a request and shows what went wrong. */
export function knownCard(id, { act, profiles, surroundings, announce }) {
  let device = { id };
  const symbol = h('span', { class: 'kind-icon' });
  const name = h('h3');
  const about = h('p', { class: 'muted small' });
  const mark = h('span', { class: 'tag synthetic' }, t('Synthetic'));
  const preview = h('span', { class: 'tag', title: t('A recorder does not record on its cable: this is only a look, and no part of a night.') }, t('Preview'));
  const state = h('span', { class: 'tag link' });
  const since = h('p', { class: 'small stage-line' });
  const next = h('p', { class: 'next-step small' });
  const steps = h('ol', { class: 'steps', 'aria-hidden': 'true' }, words.STEPS.map(([label]) => h('li', null, label)));
  const values = Object.fromEntries(Object.keys(FACTS).map((fact) => [fact, h('dd')]));
  const bars = signalBars();
  const signalText = h('span');
  values.signal.append(bars.element, signalText);
  const streams = streamList((channel, on) => {
    const wanted = (device.streams ?? []).filter((one) => (one.channel === channel ? on : one.allowed)).map((one) => one.channel);
    return act(`/devices/${encodeURIComponent(id)}`, 'PATCH', { streams: wanted },
      `${words.channel(channel)} ${on ? t('is recorded from now on') : t('is not recorded any more')}`);
  });
  const recorder = recorderPart(id, { act, announce });
  const wearer = h('button', { class: 'button quiet small-button wearer', type: 'button', onclick: () => wear(device, surroundings.wearers) });
  const button = (symbolName, label, work) => h('button', { class: 'button small-button', type: 'button', onclick: work }, icon(symbolName), h('span', null, label));
  const path = (verb) => `/devices/${encodeURIComponent(id)}/${verb}`;
  const connect = button('play', t('Connect'), () => act(path('connect'), 'POST', null, t`Connecting to ${device.name}`));
  const stop = button('stop', t('Stop'), () => act(path('disconnect'), 'POST', null, t`${device.name} is stopped`));
  const buzz = button('buzz', t('Buzz'), () => act(path('vibrate'), 'POST', { seconds: 1 }, t`${device.name} buzzes`));
  const pair = button('play', t('Pair anew'), () => act(path('pair'), 'POST', null, t`${device.name} is paired anew`));
  const change = button('settings', t('Settings'), async () => settings(device, await profiles()));
  const leave = h('button', { class: 'button small-button round', type: 'button', title: t('Forget'), onclick: () => forget(device) }, icon('trash'), h('span', { class: 'sr-only' }, t('Forget')));
  const element = h('li', { class: 'card known' },
    h('div', { class: 'device-head' },
      h('div', { class: 'known-title' }, symbol, h('div', null, name, about)),
      h('div', { class: 'device-tags' }, mark, preview, state)),
    h('div', { class: 'stage', role: 'status' }, since, next), steps,
    h('dl', { class: 'known-facts' }, Object.entries(FACTS).map(([fact, word]) => h('div', null, h('dt', null, word), values[fact]))),
    recorder.element, streams.element,
    h('div', { class: 'known-foot' }, wearer, h('div', { class: 'known-actions' }, connect, stop, pair, buzz, change, leave)));

  let lastKind = null;
  function update(given, now) {
    device = given;
    const shown = status(device);
    element.dataset.device = id;
    element.dataset.stage = device.stage ?? '';
    element.dataset.link = device.link?.state ?? '';
    if (lastKind !== device.kind) fill(symbol, icon(words.KIND_ICON[device.kind] ?? 'watch'));
    lastKind = device.kind;
    setText(name, device.name ?? id);
    setText(about, words.line(words.KIND[device.kind], device.maker, device.model, words.BUS[device.bus], device.consent === 'command_line' && !device.bus && t('from the command line')));
    mark.hidden = !device.synthetic;
    preview.hidden = !device.preview;
    state.className = `tag link ${shown.tone}`;
    setText(state, shown.word);
    setText(since, line(device, now));
    showNext(device.next_step);
    showSteps(device);
    setText(values.battery, battery(device));
    values.battery.classList.toggle('bad-text', (device.battery_percent ?? 100) <= 15);
    bars.update(device.rssi_dbm);
    bars.element.style.display = device.rssi_dbm ? '' : 'none';
    setText(signalText, device.rssi_dbm ? signalWord(device.rssi_dbm) : t('By cable'));
    values.signal.title = device.rssi_dbm ? `${device.rssi_dbm} dBm` : '';
    setText(values.wear, device.contact === false ? t('No skin contact') : shared.WEAR[device.wear] ?? t('Unknown'));
    setText(values.lost, losses(device.losses_today));
    // What a device does not tell is left out: a card full of “unknown” hides what is known.
    show('battery', battery(device) !== '');
    show('signal', Boolean(device.rssi_dbm) || device.bus === 'usb');
    show('wear', device.contact === false || (device.wear ?? 'unknown') !== 'unknown');
    streams.update(device.streams ?? [], device.preferred ?? []);
    recorder.update(surroundings.recorders.get(id), device);
    setText(wearer, device.wearer ? t`Worn by ${device.wearer.name}` : t('Who wears it?'));
    const own = device.consent === 'given';
    const resting = device.paused || (device.stage === 'stopped' && !device.connects_by_itself);
    connect.hidden = !own || !resting;
    stop.hidden = !own || resting;
    pair.hidden = !own || !device.commands?.includes('pair_anew') || !device.next_step?.includes('nightjar devices pair');
    buzz.hidden = !device.commands?.includes('vibrate');
    buzz.disabled = device.link?.state !== 'streaming';
    change.hidden = leave.hidden = !own;
  }

  function show(fact, isKnown) {
    values[fact].parentElement.hidden = !isKnown;
  }

  let lastNext;
  function showNext(text) {
    if ((text ?? '') === lastNext) return;
    lastNext = text ?? '';
    next.hidden = !text;
    fill(next, text && icon('right'), text && h('span', null, prose(text)));
  }

  function showSteps({ stage }) {
    const at = words.STEPS.findIndex(([, stages]) => stages.includes(stage));
    steps.hidden = at < 0 || at === words.STEPS.length - 1 || device.kind === 'recorder';
    [...steps.children].forEach((step, index) => {
      step.className = index < at ? 'done' : index === at ? 'at' : '';
    });
  }
  return { element, update };
}

function status({ stage, link }) {
  if (stage && words.STAGE[stage]) {
    const [word, tone] = words.STAGE[stage];
    // A session may stream while nothing comes: then the link knows better.
    if (tone !== 'good' || link?.state === 'streaming' || !link) return { word, tone };
  }
  const state = link?.state ?? 'connecting';
  return { word: shared.LINK[state] ?? state, tone: shared.LINK_TONE[state] ?? '' };
}

function line({ link, stage, reason }, now) {
  if (!link || stage === 'stopped') return sentence(reason ?? link?.reason ?? '');
  if (link.state === 'streaming') return t`Since ${wallClock(link.since_s)}`;
  const why = reason ?? link.reason;
  const seen = link.last_sample_s ? t`last seen ${span(now - link.last_sample_s)} ago` : why ? null : t('not seen yet');
  return sentence([seen, why].filter(Boolean).join(' · '));
}

// Some tell their battery's state in words only; that nothing was told yet is no news.
function battery({ battery_percent: percent, battery_note: note }) {
  if (percent === null || percent === undefined) return note && !note.startsWith('It has not') ? note : '';
  return percent <= 15 ? t`${Math.round(percent)} %, charge it` : `${Math.round(percent)} %`;
}

function losses(today) {
  if (!today?.count) return t('Nothing');
  const parts = Object.entries(today.by_cause ?? {}).map(([cause, count]) => `${shared.cause(cause).toLowerCase()} ${Math.round(count)}`);
  // Each cause counts its own things: their sum would be a number of nothing.
  return parts.length ? sentence(parts.join(t(', '))) : t('Something, of a cause that is not known');
}
