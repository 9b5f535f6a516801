// Starts the page: header, live stream, and the screen that the address names.

import * as api from './api.js';
import { showAlerts } from './alerts.js';
import { Surroundings } from './devices/surroundings.js';
import { fill, h, icon, setText } from './dom.js';
import { Feed } from './feed.js';
import { span } from './format.js';
import { t, woven, wordDocument } from './language.js';
import { LiveModel } from './live/model.js';
import { personMenu } from './personMenu.js';
import { recordingMark } from './recordingMark.js';
import { keepShell } from './offline.js';
import { navigate, startRouter } from './router.js';
import { Selection } from './selection.js';

wordDocument();
const feed = new Feed();
// Listens from the first event on, whichever screen is open.
const surroundings = new Surroundings(feed);
const selection = new Selection();
const app = { feed, live: new LiveModel(feed), surroundings, selection, announce, markSynthetic };

function announce(text) {
  document.getElementById('announcer').textContent = text;
}

// Says that something on the open screen was not measured on a body.
function markSynthetic(isSynthetic) {
  document.getElementById('synthetic').hidden = !isSynthetic;
}

const connection = document.getElementById('connection');
const banner = document.getElementById('banner');
let degraded = null;
const STATES = { connecting: [t('Connecting'), ''], open: [t('Connected'), 'good'], lost: [t('Connection lost'), 'bad'] };

function lastSeen() {
  return feed.lastHeard ? t`last seen ${span((Date.now() - feed.lastHeard) / 1000)} ago` : '';
}

function showConnection() {
  const [word, tone] = STATES[feed.state];
  connection.className = `tag ${tone}`;
  connection.dataset.state = feed.state;
  document.body.dataset.connection = feed.state;
  setText(connection, feed.state === 'lost' && !feed.lastHeard ? t('Not connected') : word);
  showBanner();
}

function showBanner() {
  const lost = feed.state === 'lost';
  banner.hidden = !lost && !degraded;
  banner.className = `banner ${lost ? 'bad' : 'warn'}`;
  if (lost) {
    const seen = h('span', { id: 'last-seen', 'aria-live': 'off' }, lastSeen());
    fill(banner, icon('unplugged'), h('span', null, feed.lastHeard
      ? woven`Connection lost, ${seen}. Trying again…`
      : woven`Offline: Nightjar can't be reached, and no data are kept in this browser${seen}. Trying again…`),
      h('button', { class: 'button', type: 'button', onclick: () => feed.retry() }, t('Try now')));
  } else {
    fill(banner, degraded && [icon('alert'), h('span', null, t`The store has trouble: ${degraded}`)]);
  }
}

feed.addEventListener('state', (event) => {
  showConnection();
  // A stream that is refused may mean that the session has ended; asking anything shows the door then.
  if (event.detail === 'lost') api.get('/wearers').catch(() => {});
  if (event.detail === 'open') {
    announce(t('Connected to Nightjar'));
    document.dispatchEvent(new Event('connected'));
    askHealth();
    selection.refresh();
  }
});
setInterval(() => {
  const text = document.getElementById('last-seen');
  if (text) setText(text, lastSeen());
}, 1000);

async function askHealth() {
  try {
    const { version, store } = await api.health();
    setText(document.getElementById('version'), version ?? '');
    keepShell(version ?? '');
    const ephemeral = store?.ephemeral === true;
    document.getElementById('ephemeral').hidden = !ephemeral;
    document.getElementById('demo').hidden = store?.demo !== true;
    if (ephemeral) setText(document.getElementById('kept'), t('Nothing here is kept once Nightjar stops'));
    else if (store?.demo) setText(document.getElementById('kept'), t('A demonstration, with a wearer who is made up'));
    const trouble = store?.state === 'degraded' ? store.reason ?? t('it does not say why.') : null;
    if (trouble !== degraded) {
      degraded = trouble;
      showBanner();
    }
  } catch {
    // The connection badge already says that the gateway cannot be reached.
  }
}

// Another person or recorder on the page that is open; a night of somebody else's is another one.
function choose(change) {
  const url = new URL(location.href);
  if (change.person !== undefined) {
    url.searchParams.delete('device');
    if (url.pathname.startsWith('/nights/')) url.pathname = '/nights';
  }
  for (const [name, value] of Object.entries(change)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  selection.take(url.searchParams, false);
  navigate(url.pathname + url.search, { carry: false });
}

const element = (id) => document.getElementById(id);
personMenu(element('person'), element('person-menu'), selection, choose);
recordingMark(element('recording'), surroundings);
showAlerts(document.getElementById('alerts'), surroundings);
showConnection();
askHealth();
startRouter(document.getElementById('main'), app);
feed.start();
setInterval(askHealth, 60_000);
