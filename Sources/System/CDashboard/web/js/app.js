// Starts the page: header, live stream, and the screen that the address names.

import * as api from './api.js';
import { fill, h, icon, setText } from './dom.js';
import { Feed } from './feed.js';
import { span } from './format.js';
import { LiveModel } from './live/model.js';
import { startRouter } from './router.js';

const feed = new Feed();
// Listens from the first event on, whichever screen is open.
const app = { feed, live: new LiveModel(feed), announce };

function announce(text) {
  document.getElementById('announcer').textContent = text;
}

const connection = document.getElementById('connection');
const banner = document.getElementById('banner');
const STATES = { connecting: ['Connecting', ''], open: ['Connected', 'good'], lost: ['Connection lost', 'bad'] };

function lastSeen() {
  return feed.lastHeard ? `last seen ${span((Date.now() - feed.lastHeard) / 1000)} ago` : 'never seen';
}

function showConnection() {
  const [word, tone] = STATES[feed.state];
  connection.className = `tag ${tone}`;
  connection.dataset.state = feed.state;
  document.body.dataset.connection = feed.state;
  setText(connection, word);
  banner.hidden = feed.state !== 'lost';
  if (feed.state === 'lost') {
    fill(banner, icon('unplugged'), h('span', null, 'Connection lost, ', h('span', { id: 'last-seen', 'aria-live': 'off' }, lastSeen()), '. Trying again…'),
      h('button', { class: 'button', type: 'button', onclick: () => feed.retry() }, 'Try now'));
  } else {
    fill(banner);
  }
}

feed.addEventListener('state', (event) => {
  showConnection();
  if (event.detail === 'open') {
    announce('Connected to Nightjar');
    showVersion();
  }
});
setInterval(() => {
  const text = document.getElementById('last-seen');
  if (text) setText(text, lastSeen());
}, 1000);

const synthetic = document.getElementById('synthetic');
const simulated = new Map();
const showSynthetic = () => { synthetic.hidden = ![...simulated.values()].some(Boolean); };
feed.addEventListener('snapshot', (event) => {
  simulated.clear();
  for (const device of event.detail.devices ?? []) simulated.set(device.id, device.synthetic);
  showSynthetic();
});
feed.addEventListener('device', (event) => {
  simulated.set(event.detail.id, event.detail.synthetic);
  showSynthetic();
});

async function showVersion() {
  try {
    const { version, store } = await api.health();
    setText(document.getElementById('version'), version ?? '');
    if (store?.state === 'degraded') announce(`The store is degraded: ${store.reason}`);
  } catch {
    // The connection badge already says that the gateway cannot be reached.
  }
}

showConnection();
showVersion();
startRouter(document.getElementById('main'), app);
feed.start();
