// What a person may change about a device: adopt it, name it, say who wears it, forget it.

import * as api from '../api.js';
import { h } from '../dom.js';
import { ask, field, toggle } from '../dialog.js';
import { t } from '../language.js';
import { BUS, channel as channelWord, GROUP, group, KIND, line, rate } from './words.js';

const path = (id, verb = '') => `/devices/${encodeURIComponent(id)}${verb}`;

/** Asks what to record of a device that was found, and takes it into the house. */
export async function adopt(found, { profiles, wearers, announce }) {
  const known = profiles.filter(({ id }) => found.profiles?.includes(id));
  const others = profiles.filter((profile) => !found.profiles?.includes(profile.id));
  const option = (profile) => h('option', { value: profile.id }, profile.name ?? profile.id);
  const choice = h('select', { name: 'profile', required: true },
    !known.length && h('option', { value: '' }, t('Choose one')),
    known.map(option),
    others.length > 0 && h('optgroup', { label: known.length ? t('Others') : t('All profiles') }, others.map(option)));
  const name = h('input', { type: 'text', name: 'name', value: found.name ?? '', maxlength: 60, autocomplete: 'off' });
  const streams = (found.streams ?? []).map((stream) => ({ ...stream, ...toggle(channelWord(stream.channel), { on: true, name: `channel-${stream.channel}`, note: rate(stream.rate_hz) }) }));
  const done = await ask({
    title: known.length ? t`Use ${found.name || t('this device')}` : t('Try a profile'),
    action: t('Use this device'),
    check: () => choice.value !== '' && (!streams.length || streams.some(({ input }) => input.checked)),
    body: [
      !known.length && h('p', null, t('Nightjar does not know this device. If you know what it is, choose a profile; if it does not fit, the device is left alone and says so.')),
      h('p', { class: 'muted' }, line(KIND[found.kind], found.maker, found.model, BUS[found.bus])),
      field(t('Name'), name, t('How it is called on your screens and in exports.')),
      known.length !== 1 && field(t('Profile'), choice, t('The file that says how to talk to it.')),
      streams.length > 0 && h('fieldset', { class: 'field' }, h('legend', null, t('Record')), streams.map(({ element }) => element)),
      wearerField(null, wearers),
    ],
    work: (form) => api.change(path(found.id, '/adopt'), 'POST', {
      name: name.value.trim() || undefined,
      profile: choice.value || undefined,
      streams: streams.length ? streams.filter(({ input }) => input.checked).map(({ channel }) => channel) : undefined,
      wearer: wearerOf(form) || undefined,
    }),
  });
  if (done) announce(t`${name.value || found.name || t('The device')} is used from now on`);
}

/** Name, the settings of its profile, and whether this device is preferred. */
export function settings(device, profiles) {
  const name = h('input', { type: 'text', name: 'name', value: device.name ?? '', maxlength: 60, autocomplete: 'off', autofocus: true });
  const groups = [...new Set((device.streams ?? []).map(({ channel }) => group(channel)).filter(Boolean))];
  const preferred = groups.map((one) => ({ one, ...toggle(t`Prefer its ${GROUP[one]}`, { on: device.preferred?.includes(one) }) }));
  const itself = toggle(t('Connect whenever it is near'), { on: device.connects_by_itself !== false });
  const profile = profiles.find(({ id }) => id === (device.profile ?? device.profiles?.[0]));
  const options = (profile?.settings ?? []).map((setting) => settingField(setting, device.settings?.[setting.name]));
  return ask({
    title: t`Settings of ${device.name}`, action: t('Save'),
    check: () => name.value.trim() !== '' && options.every(({ control }) => control.checkValidity()),
    body: [
      field(t('Name'), name), itself.element,
      groups.length > 0 && h('fieldset', { class: 'field' }, h('legend', null, t('When two devices send the same')),
        h('p', { class: 'muted small' }, t('One is believed; they are never added up.')), preferred.map(({ element }) => element)),
      options.map(({ element }) => element),
    ],
    work: () => api.change(path(device.id), 'PATCH', {
      name: name.value.trim(), connects_by_itself: itself.input.checked,
      preferred: preferred.filter(({ input }) => input.checked).map(({ one }) => one),
      settings: options.length ? Object.fromEntries(options.map(({ key, control }) => [key, control.value])) : undefined,
    }),
  });
}

function settingField({ name: key, label, unit, default: fallback, choices, least, most, step, longest }, chosen) {
  const value = chosen ?? fallback;
  const control = choices
    ? h('select', { name: key }, choices.map((one) => h('option', { value: one, selected: one === value }, one)))
    : least !== undefined
      ? h('input', { type: 'number', name: key, value, min: least, max: most, step, required: true })
      : h('input', { type: 'text', name: key, value, maxlength: longest });
  return { key, control, element: field(unit ? `${label}, ${unit}` : label, control, t('The device is connected again with it.')) };
}

/** Who wears it, from when on. */
export function wear(device, wearers) {
  const from = h('input', { type: 'datetime-local', name: 'from', value: localTime(new Date()), max: localTime(new Date()) });
  return ask({
    title: t`Who wears ${device.name}?`, action: t('Save'),
    body: [wearerField(device.wearer?.id, wearers), field(t('From'), from, t('Set it back to correct nights that are recorded already.'))],
    work: (form) => {
      const wearer = wearerOf(form);
      return api.change(path(device.id, '/wearers'), 'POST', { wearer: wearer || null, start_s: new Date(from.value).getTime() / 1000 });
    },
  });
}

/** Takes a device out of the house; what it recorded stays. */
export function forget(device) {
  return ask({
    title: t`Forget ${device.name}?`, action: t('Forget it'), danger: true,
    body: h('p', null, t('Nightjar will not connect to it any more. Everything that it recorded stays. You can add it again whenever it is near.')),
    work: () => api.change(path(device.id), 'DELETE'),
  });
}

function wearerField(chosen, wearers) {
  const list = `wearers-${Math.random().toString(36).slice(2)}`;
  const current = wearers.find(({ id }) => id === chosen)?.name ?? '';
  const input = h('input', { type: 'text', name: 'wearer', value: current, list, maxlength: 60, autocomplete: 'off', placeholder: t('A name') });
  return [field(t('Worn by'), input, t('Kept on this machine only. It can be changed later.')),
    h('datalist', { id: list }, wearers.map(({ name }) => h('option', { value: name })))];
}

const wearerOf = (form) => form.elements.wearer?.value.trim() ?? '';

function localTime(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
