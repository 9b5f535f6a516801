// One device: link, battery, wear, contact, what was lost today.

import { h, icon, setText } from '../dom.js';
import { plural, span, wallClock } from '../format.js';
import { channel } from '../devices/words.js';
import { t, woven } from '../language.js';
import * as words from '../words.js';

const facts = { battery: t('Battery'), wear: t('Wear'), contact: t('Contact'), lost: t('Lost today') };

/** A card with its own `update(device, now, focused)`. */
export function deviceCard(choose) {
  const name = h('button', { class: 'device-name', type: 'button', onclick: () => choose() });
  const kind = h('span', { class: 'muted small' });
  const mark = h('span', { class: 'tag synthetic' }, t('Synthetic'));
  const preview = h('span', { class: 'tag', title: t('A recorder does not record on its cable: this is only a look, and no part of a night.') }, t('Preview'));
  const link = h('span', { class: 'tag link' });
  const since = h('p', { class: 'muted small num' });
  const refused = h('p', { class: 'small refused' });
  const values = Object.fromEntries(Object.keys(facts).map((fact) => [fact, h('dd')]));
  const element = h('li', { class: 'card device' },
    h('div', { class: 'device-head' }, h('div', null, name, kind), h('div', { class: 'device-tags' }, mark, preview, link)),
    since, refused,
    h('dl', { class: 'device-facts' }, Object.entries(facts).map(([fact, word]) => h('div', null, h('dt', null, word), values[fact]))));

  function update(device, now, focused) {
    const state = device.link?.state ?? 'connecting';
    element.dataset.device = device.id;
    element.dataset.link = state;
    element.classList.toggle('focused', focused);
    name.setAttribute('aria-pressed', String(focused));
    setText(name, device.name ?? device.id);
    setText(kind, [words.KIND[device.kind], device.maker, device.model]
      .filter((word, index, all) => word && all.indexOf(word) === index).join(' · '));
    mark.hidden = !device.synthetic;
    preview.hidden = !device.preview;
    link.className = `tag link ${words.LINK_TONE[state] ?? ''}`;
    setText(link, words.LINK[state] ?? state);
    setText(since, linkLine(device.link, now));
    refused.hidden = !device.refused_streams?.length;
    setText(refused, t`Refused by the wearer: ${(device.refused_streams ?? []).map(channel).join(t(', ')).toLowerCase()}`);
    setText(values.battery, words.refusal(device, 'battery_level') ? t('Refused') : battery(device.battery_percent));
    setText(values.wear, words.WEAR[device.wear] ?? t('Unknown'));
    setText(values.contact, words.refusal(device, 'contact') ? t('Refused') : device.contact === true ? t('Good') : device.contact === false ? t('No skin contact') : t('Not reported'));
    setText(values.lost, losses(device.losses_today));
  }
  return { element, update };
}

function battery(percent) {
  return percent === null || percent === undefined ? t('Not reported') : `${Math.round(percent)} %`;
}

function losses(today) {
  if (!today || !today.count) return t('Nothing');
  const parts = Object.entries(today.by_cause ?? {}).map(([cause, count]) => `${words.cause(cause).toLowerCase()} ${count}`);
  return `${plural(today.count, 'item')}${parts.length ? ` (${parts.join(t(', '))})` : ''}`;
}

function linkLine(link, now) {
  if (!link) return '';
  if (link.state === 'streaming') return t`Streaming since ${wallClock(link.since_s)}`;
  const seen = link.last_sample_s ? t`last seen ${span(now - link.last_sample_s)} ago` : t('not seen yet');
  return [seen.charAt(0).toUpperCase() + seen.slice(1), link.reason].filter(Boolean).join(' · ');
}

/** The state before any device is known, and what to do. */
export function noDevices() {
  return h('section', { class: 'card notice', data: { state: 'empty' } },
    icon('watch'),
    h('h2', null, t('No device yet')),
    h('p', { class: 'muted' }, t('As soon as a device sends its first sample, this page starts to move.')),
    h('ol', null,
      h('li', null, h('span', null, woven`Put the strap or watch on, and use it on the page ${h('a', { href: '/devices' }, t('Devices'))}.`)),
      h('li', null, h('span', null, woven`No hardware at hand? Start with a simulated wearer: ${h('code', null, 'nightjar serve --demo')}`)),
      h('li', null, h('span', null, woven`Have a recording already? ${h('a', { href: '/import' }, t('Import it'))} and look at its nights.`))));
}
