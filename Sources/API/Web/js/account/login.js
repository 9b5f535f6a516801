// The page before all others: signing in, the first run, and phones that come in by a code.

import { field } from '../dialog.js';
import { fill, h, icon } from '../dom.js';
import { t, woven, wordDocument } from '../language.js';
import { languageChoice } from '../languageChoice.js';

wordDocument();
const root = document.getElementById('door');
document.getElementById('language').append(languageChoice());

/** Where to go afterwards: a page of this site, nowhere else. */
function next() {
  const wanted = new URLSearchParams(location.search).get('next') ?? '/';
  const url = new URL(wanted, location.origin);
  return url.origin === location.origin && url.pathname !== '/login' ? url.pathname + url.search : '/';
}

async function send(path, content) {
  let response;
  try {
    response = await fetch(`/api/v1/auth${path}`, {
      method: content ? 'POST' : 'GET', headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      ...(content ? { body: JSON.stringify(content) } : {}),
    });
  } catch {
    throw new Error(t('The gateway does not answer. Check that it runs, then try again.'));
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.detail ?? t('That did not work. Try again.'));
  return body;
}

function form(title, note, controls, action, work) {
  const trouble = h('div', { role: 'alert', id: 'trouble' });
  const button = h('button', { class: 'button primary', type: 'submit' }, action);
  const element = h('form', { novalidate: true }, h('h1', null, title), note && h('p', { class: 'muted' }, note), controls, trouble, button);
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    fill(trouble);
    try {
      await work(new FormData(element));
      location.replace(next());
    } catch (error) {
      fill(trouble, h('p', { class: 'outcome bad' }, icon('alert'), h('span', null, error.message)));
      button.disabled = false;
      element.querySelector('input[type="password"]')?.focus();
    }
  });
  return element;
}

const email = () => field(t('Email'), h('input', { type: 'email', name: 'email', autocomplete: 'username', required: true, autofocus: true }));
const password = (isNew) => field(t('Password'), h('input', {
  type: 'password', name: 'password', autocomplete: isNew ? 'new-password' : 'current-password', required: true,
}), isNew ? t('At least 8 characters.') : null);

function signIn() {
  return form(t('Sign in'), null, [
    email(), password(false),
    h('label', { class: 'toggle' }, h('input', { type: 'checkbox', name: 'remember' }), h('span', null, t('Stay signed in on this device'))),
  ], t('Sign in'), (data) => send('/session', {
    email: data.get('email'), password: data.get('password'), remember_me: data.get('remember') !== null,
  }));
}

/** Nobody can sign in yet, and whoever looks is not let in without: what the owner does about it. */
function notYet(refusal) {
  return [
    h('h1', null, t('Not yet')), h('p', null, refusal),
    h('p', { class: 'muted' }, woven`Or the owner makes an account for you: ${h('code', null, 'nightjar account add EMAIL')}. Then sign in here.`),
    h('button', { class: 'button primary', type: 'button', onclick: start }, t('Look again')),
  ];
}

function firstRun() {
  return [
    form(t('Welcome'), t('Make yourself the owner of this box: from then on it asks who you are, and others can have accounts of their own. What was recorded so far becomes yours.'), [
      field(t('Name'), h('input', { type: 'text', name: 'name', autocomplete: 'name', autofocus: true })), email(), password(true),
    ], t('Create the owner'), async (data) => {
      const login = { email: data.get('email'), password: data.get('password') };
      await send('/register', { ...login, ...(data.get('name') ? { display_name: data.get('name') } : {}) });
      await send('/session', login);
    }),
    h('p', { class: 'small' }, woven`${h('a', { href: '/live' }, t('Go on without a password'))} — nobody but this machine can reach it.`),
  ];
}

async function start() {
  const invitation = new URLSearchParams(location.hash.slice(1)).get('invite');
  if (invitation) {
    history.replaceState(null, '', '/login');
    try {
      await send('/invitation', { token: invitation });
      location.replace('/');
      return;
    } catch (error) {
      fill(root, h('p', { class: 'outcome bad', role: 'alert' }, icon('alert'), h('span', null, error.message)), signIn());
      return;
    }
  }
  try {
    const { registered, refusal } = await send('/health');
    if (!registered) fill(root, refusal ? notYet(refusal) : firstRun());
    else fill(root, signIn(), refusal && h('p', { class: 'muted small', id: 'refusal' }, refusal));
    root.querySelector('[autofocus]')?.focus();
  } catch (error) {
    fill(root, h('p', { class: 'outcome bad', role: 'alert' }, icon('alert'), h('span', null, error.message)),
      h('button', { class: 'button primary', type: 'button', onclick: start }, t('Try again')));
  }
}

start();
