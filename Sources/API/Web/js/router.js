// One document, real addresses: each path mounts a screen, and leaving it aborts everything that the screen began.

import { failure } from './states.js';
import { fill } from './dom.js';

const ROUTES = [
  { pattern: /^\/(?:live)?$/, page: 'live', title: 'Live', module: () => import('./live/page.js') },
  { pattern: /^\/devices$/, page: 'devices', title: 'Devices', module: () => import('./devices/page.js') },
  { pattern: /^\/nights$/, page: 'nights', title: 'Nights', module: () => import('./nights/calendarPage.js') },
  { pattern: /^\/nights\/(?<date>\d{4}-\d{2}-\d{2}|latest)$/, page: 'nights', title: 'Night', module: () => import('./nights/nightPage.js') },
  { pattern: /^\/account$/, page: 'account', title: 'Account', module: () => import('./account/page.js') },
  { pattern: /^\/consent$/, page: 'account', title: 'What is recorded of you', module: () => import('./consent/page.js') },
  { pattern: /^\/read$/, page: 'read', title: 'Read', module: () => import('./read/page.js') },
  { pattern: /^\/breathe$/, page: 'read', title: 'Breathe', module: () => import('./breathe/page.js') },
  { pattern: /^\/import$/, page: 'import', title: 'Import', module: () => import('./import/page.js') },
  { pattern: /^\/nights\/table$/, place: 'sleep', page: 'nights', title: 'Nights as a table', module: () => import('./nights/tablePage.js') },
  { pattern: /^\/recordings$/, place: 'data', page: 'recordings', path: '/recordings', tab: 'Recordings', title: 'Recordings', module: () => import('./recordings/page.js') },
  { pattern: /^\/recordings\/(?<id>\d{1,15})$/, place: 'data', page: 'recordings', title: 'Recording', module: () => import('./recordings/recordingPage.js') },
  { pattern: /^\/watch$/, page: 'watch', title: 'Watch', module: () => import('./watch/page.js') },
];

let root;
let app;
let leaving = new AbortController();
let shown = null;

/** Goes to an address of this page without loading the document again. */
export function navigate(path, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  return show(true);
}

/** The title in the tab, once a screen knows better than its route. */
function setTitle(title) {
  document.title = `${title} · Nightjar`;
}

async function show(moveFocus) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  shown = location.pathname + location.search;
  const path = location.pathname.replace(/(.)\/$/, '$1');
  const route = ROUTES.find(({ pattern }) => pattern.test(path));
  for (const link of document.querySelectorAll('.top a[data-page]')) {
    if (link.dataset.page === route?.page) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (!route) {
    fill(root, failure({ title: 'There is no such page', detail: 'Choose Live, Devices, Nights, Read, Import or Watch above.' }, () => navigate('/live')));
    return;
  }
  setTitle(route.title);
  const context = {
    ...app, root, signal, navigate, setTitle,
    params: route.pattern.exec(path).groups ?? {},
    query: new URLSearchParams(location.search),
  };
  try {
    const screen = await route.module();
    if (signal.aborted) return;
    app.markSynthetic(false);
    fill(root);
    await screen.mount(context);
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    fill(root, failure({ title: "This page couldn't be shown" }, () => show(true)));
  }
  if (moveFocus && !signal.aborted) {
    const heading = root.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    app.announce(document.title);
  }
}

function intercept(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.('a[href]');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/') || link.getAttribute('href').startsWith('#')) return;
  event.preventDefault();
  if (link.pathname + link.search !== location.pathname + location.search) navigate(link.pathname + link.search);
}

export function startRouter(element, shared) {
  root = element;
  app = shared;
  document.addEventListener('click', intercept);
  // A jump within the page changes the history too, but not the screen.
  window.addEventListener('popstate', () => {
    if (location.pathname + location.search !== shown) show(true);
  });
  show(false);
}
