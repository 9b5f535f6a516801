// The people of the box, for its owners.

import * as api from '../api.js';
import { ask, field } from '../dialog.js';
import { fill, h, icon } from '../dom.js';
import { t } from '../language.js';
import { tellSetAside } from './setAside.js';

/** What an account may do, in a word. */
export const ROLES = { patient: t('Patient'), clinician: t('Clinician'), researcher: t('Researcher'), admin: t('Owner') };

const roleSelect = (role) => h('select', { name: 'role' },
  Object.entries(ROLES).map(([value, word]) => h('option', { value, selected: value === role }, word)));

async function add(again) {
  const isDone = await ask({
    title: t('Enter a person'), action: t('Enter'),
    body: [field(t('Name'), h('input', { type: 'text', name: 'name', autofocus: true })),
      field(t('Email'), h('input', { type: 'email', name: 'email', required: true })),
      field(t('First password'), h('input', { type: 'password', name: 'password', autocomplete: 'new-password' }), t('At least 8 characters; they can change it.')),
      field(t('Role'), roleSelect('patient'))],
    work: (form) => api.change('/auth/people', 'POST', {
      email: form.email.value, password: form.password.value, role: form.role.value,
      ...(form.name.value ? { display_name: form.name.value } : {}),
    }),
  });
  if (isDone) again();
}

async function edit(person, again) {
  const isDone = await ask({
    title: person.display_name, action: t('Save'),
    body: [field(t('Role'), roleSelect(person.role)),
      field(t('New password'), h('input', { type: 'password', name: 'password', autocomplete: 'new-password' }), t('Leave it empty to keep the old one. A new one ends all of their sessions.'))],
    work: async (form) => {
      if (form.role.value !== person.role) await api.change(`/auth/people/${person.user_id}`, 'PATCH', { role: form.role.value });
      if (form.password.value) await api.change(`/auth/people/${person.user_id}/reset`, 'POST', { password: form.password.value });
    },
  });
  if (isDone) again();
}

async function remove(person, again) {
  let report = null;
  const isDone = await ask({
    title: t`Remove ${person.display_name}`, action: t('Remove'), danger: true,
    body: [field(t('What was recorded'), h('select', { name: 'data' }, h('option', { value: 'keep' }, t('Keep it on this box')), h('option', { value: 'delete' }, t('Delete it for ever'))))],
    work: async (form) => { report = await api.change(`/auth/people/${person.user_id}?data=${form.data.value}`, 'DELETE'); },
  });
  if (!isDone) return;
  await tellSetAside(report);
  again();
}

async function invite(person) {
  const place = h('div', null, h('p', { class: 'muted' }, t('Loading…')));
  const opened = ask({ title: t`Bring in a phone of ${person.display_name}`, action: t('Done'), body: [place], work: () => {} });
  try {
    const { url, qr_svg: picture } = await api.change(`/auth/people/${person.user_id}/invitation`, 'POST', {});
    fill(place, h('p', null, t('Point the phone’s camera here. The code works once, within ten minutes.')),
      picture ? h('img', { class: 'qr', alt: t('QR code'), src: `data:image/svg+xml,${encodeURIComponent(picture)}` }) : h('p', { class: 'num' }, url));
  } catch (error) {
    fill(place, h('p', { class: 'outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work.'))));
  }
  await opened;
}

export async function people(me, health, signal, again) {
  const { people: all } = await api.get('/auth/people', signal);
  const item = (person) => h('li', null,
    h('div', { class: 'who' }, h('p', null, person.display_name), h('p', { class: 'muted small' }, `${person.email} · ${ROLES[person.role]}`)),
    h('div', { class: 'acts' },
      h('button', { class: 'button quiet', type: 'button', onclick: () => invite(person) }, t('Phone')),
      h('button', { class: 'button quiet', type: 'button', onclick: () => edit(person, again) }, t('Change')),
      person.user_id !== me.user_id && h('button', { class: 'button quiet', type: 'button', onclick: () => remove(person, again) }, t('Remove'))));
  const ask = h('label', { class: 'toggle' },
    h('input', { type: 'checkbox', checked: health.password_required, onchange: async (event) => {
      await api.change('/auth/access', 'PUT', { password: event.target.checked ? 'on' : 'off' });
      again();
    } }), h('span', null, t('Ask for a password on this machine too')));
  return h('section', { class: 'card' }, h('header', null, h('h2', null, t('People'))),
    h('ul', { class: 'people' }, all.map(item)),
    h('div', { class: 'actions' }, h('button', { class: 'button', type: 'button', onclick: () => add(again) }, icon('plus'), t('Enter a person'))), ask);
}
