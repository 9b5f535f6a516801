// Account: who one is here, where one is signed in, what one takes home, and, for owners, the people of the box.

import * as api from '../api.js';
import { ask, field } from '../dialog.js';
import { fill, h, icon } from '../dom.js';
import { locale, t } from '../language.js';
import { forget } from '../read/bookmark.js';
import { empty, load, skeleton } from '../states.js';
import { people, ROLES } from './people.js';
import { tellSetAside } from './setAside.js';

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const secret = (name, label, autocomplete, note) =>
  field(label, h('input', { type: 'password', name, autocomplete, required: true }), note);

export async function signOut() {
  await api.change('/auth/logout', 'POST', {});
  forget();
  location.replace('/login');
}

function profile(me, again) {
  const edit = async () => {
    const name = h('input', { type: 'text', name: 'name', value: me.display_name, autocomplete: 'name', autofocus: true });
    const email = h('input', { type: 'email', name: 'email', value: me.email, autocomplete: 'username' });
    const isDone = await ask({
      title: t('Change your profile'), action: t('Save'), body: [field(t('Name'), name), field(t('Email'), email)],
      work: () => api.change('/auth/me', 'PUT', { display_name: name.value, email: email.value }),
    });
    if (isDone) again();
  };
  const password = () => ask({
    title: t('Change your password'), action: t('Change'),
    body: [secret('old', t('Current password'), 'current-password'), secret('new', t('New password'), 'new-password', t('At least 8 characters. Your other sessions end.'))],
    work: (form) => api.change('/auth/password', 'PUT', { current_password: form.old.value, new_password: form.new.value }),
  });
  return h('section', { class: 'card' }, h('header', null, h('h2', null, me.display_name), h('span', { class: 'tag' }, ROLES[me.role] ?? me.role)),
    h('p', { class: 'muted' }, me.email),
    h('div', { class: 'actions' },
      h('button', { class: 'button', type: 'button', onclick: edit }, t('Edit')),
      me.auth_provider === 'local' && h('button', { class: 'button', type: 'button', onclick: password }, t('Change password')),
      h('button', { class: 'button', type: 'button', id: 'sign-out', onclick: signOut }, t('Sign out'))));
}

// What a person calls a browser by what it calls itself; other programs have named themselves.
function program(name) {
  if (!name?.startsWith('Mozilla/')) return name || t('Unknown program');
  const find = (table) => table.find(([mark]) => name.includes(mark))?.[1];
  const browser = find([['Edg/', 'Edge'], ['OPR/', 'Opera'], ['Firefox/', 'Firefox'], ['Chrome/', 'Chrome'], ['Safari/', 'Safari']]);
  const system = find([['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Android', 'Android'], ['Windows', 'Windows'], ['Mac OS', 'Mac'], ['Linux', 'Linux']]);
  return system ? t`${browser ?? t('A browser')} on ${system}` : browser ?? t('A browser');
}

function sessions(list, again) {
  const item = (session) => h('li', null,
    h('div', { class: 'who' }, h('p', { title: session.device || null }, program(session.device)),
      h('p', { class: 'muted small' }, t`${session.kind === 'cookie' ? t('Browser') : t('Program')} · last used ${day.format(session.used_s * 1000)}`)),
    session.current ? h('span', { class: 'tag good' }, t('This one'))
      : h('button', { class: 'button quiet', type: 'button', onclick: async () => { await api.change(`/auth/sessions/${session.id}`, 'DELETE'); again(); } }, t('End')));
  return h('section', { class: 'card' }, h('header', null, h('h2', null, t('Signed in'))),
    h('ul', { class: 'people' }, list.length ? list.map(item) : h('li', { class: 'muted' }, t('Nowhere but on this machine.'))));
}

function data(me) {
  const leave = async () => {
    let report = null;
    const isDone = await ask({
      title: t('Delete everything of yours'), action: t('Delete for ever'), danger: true,
      body: [h('p', null, t('Your account, your nights and everything that was recorded of you are deleted from this box and cannot be brought back. Take them home first.')),
        me.auth_provider === 'local' && secret('password', t('Your password'), 'current-password')],
      work: async (form) => { report = await api.change('/auth/me', 'DELETE', { password: form.password?.value }); },
    });
    if (!isDone) return;
    await tellSetAside(report);
    location.replace('/login');
  };
  return h('section', { class: 'card' }, h('header', null, h('h2', null, t('Your data'))),
    h('p', { class: 'muted' }, t('One archive with every night, every day and every file of yours, each with its SHA-256.')),
    h('div', { class: 'actions' },
      h('a', { class: 'button', href: '/consent' }, t('What is recorded')),
      h('a', { class: 'button', href: '/api/v1/auth/me/export', download: true }, icon('download'), t('Take everything home')),
      h('button', { class: 'button danger', type: 'button', onclick: leave }, icon('trash'), t('Delete everything'))));
}

export async function mount({ root, signal }) {
  const again = () => load(root, signal, () => skeleton(t('Loading your account'), 3, 10), async () => {
    const health = await api.get('/auth/health', signal);
    if (!health.registered) {
      return h('div', { class: 'page' }, h('h1', null, t('Account')),
        empty('info', t('Nobody has an account'), h('p', null, t('Whoever uses this machine sees everything on it, and no other machine can reach it.')),
          h('div', { class: 'actions' }, h('a', { class: 'button primary', href: '/welcome', target: '_self' }, t('Create the owner')),
          h('a', { class: 'button', href: '/consent' }, t('What is recorded')))));
    }
    const [me, { sessions: list }] = await Promise.all([api.get('/auth/me', signal), api.get('/auth/sessions', signal)]);
    const grid = h('div', { class: 'account-grid' }, profile(me, again), sessions(list, again), data(me));
    if (me.role === 'admin') grid.append(await people(me, health, signal, again));
    return h('div', { class: 'page' }, h('h1', null, t('Account')), grid);
  });
  await again();
}
