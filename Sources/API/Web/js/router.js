// One document, real addresses: each path mounts a screen, and leaving it aborts everything that the screen began.
// A place of the header has one screen or several, which its own row of tabs leads to.

import { t } from './language.js';
import { failedPage, noPage } from './states.js';
import { fill, h } from './dom.js';

// `tab` is the word in the row of the place, at `path`; `ownsDevice` says that `device` in the address belongs to the screen.
const ROUTES = [
  { pattern: /^\/$/, place: 'today', page: 'today', path: '/', tab: t('Today'), title: t('Today'), module: () => import('./today/page.js') },
  { pattern: /^\/insights$/, place: 'today', page: 'insights', path: '/insights', tab: t('Insights'), title: t('Insights'), module: () => import('./insights/page.js') },
  { pattern: /^\/insights\/(?<id>insight_[0-9a-f]{8})$/, place: 'today', page: 'insights', title: t('Insight'), module: () => import('./insights/insightPage.js') },
  { pattern: /^\/nights$/, place: 'sleep', page: 'nights', path: '/nights', tab: t('Calendar'), title: t('Nights'), module: () => import('./nights/calendarPage.js') },
  { pattern: /^\/nights\/(?<date>\d{4}-\d{2}-\d{2}|latest)$/, place: 'sleep', page: 'night', path: '/nights/latest', tab: t('Night'), ownsDevice: true, title: t('Night'), module: () => import('./nights/nightPage.js') },
  { pattern: /^\/nights\/table$/, place: 'sleep', page: 'nights', title: t('Nights as a table'), module: () => import('./nights/tablePage.js') },
  { pattern: /^\/rhythm$/, place: 'sleep', page: 'rhythm', path: '/rhythm', tab: t('Rhythm'), title: t('Rhythm'), module: () => import('./rhythm/page.js') },
  { pattern: /^\/trends$/, place: 'trends', page: 'trends', title: t('Trends'), module: () => import('./trends/page.js') },
  { pattern: /^\/live$/, place: 'live', page: 'live', path: '/live', tab: t('Now'), ownsDevice: true, title: t('Live'), module: () => import('./live/page.js') },
  { pattern: /^\/read$/, place: 'live', page: 'read', path: '/read', tab: t('Read'), title: t('Read'), module: () => import('./read/page.js') },
  { pattern: /^\/breathe$/, place: 'live', page: 'breathe', path: '/breathe', tab: t('Breathe'), title: t('Breathe'), module: () => import('./breathe/page.js') },
  { pattern: /^\/(?:data|devices)$/, place: 'data', page: 'devices', path: '/devices', tab: t('Devices'), title: t('Devices'), module: () => import('./devices/page.js') },
  { pattern: /^\/recordings$/, place: 'data', page: 'recordings', path: '/recordings', tab: t('Recordings'), title: t('Recordings'), module: () => import('./recordings/page.js') },
  { pattern: /^\/recordings\/(?<id>\d{1,15})$/, place: 'data', page: 'recordings', title: t('Recording|one'), module: () => import('./recordings/recordingPage.js') },
  { pattern: /^\/import$/, place: 'data', page: 'import', path: '/import', tab: t('Import'), title: t('Import'), module: () => import('./import/page.js') },
  { pattern: /^\/account$/, place: 'person', page: 'account', path: '/account', tab: t('Account'), title: t('Account'), module: () => import('./account/page.js') },
  { pattern: /^\/consent$/, place: 'person', page: 'consent', path: '/consent', tab: t('What is recorded'), title: t('What is recorded of you'), module: () => import('./consent/page.js') },
  { pattern: /^\/watch$/, place: 'person', page: 'watch', path: '/watch', tab: t('Watch'), title: t('Watch'), module: () => import('./watch/page.js') },
];
const PLACES = { today: t('Today'), sleep: t('Sleep'), live: t('Live'), data: t('Data'), person: t('You') };

let root;
let app;
let leaving = new AbortController();
let shown = null;
let place = null;

/** Goes to an address of this page without loading the document again; the chosen person and recorder come along. */
export function navigate(path, { replace = false, carry = true } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', carry ? app.selection.address(path) : path);
  return show(true);
}

/** The title in the tab, once a screen knows better than its route. */
function setTitle(title) {
  document.title = `${title} · Nightjar`;
}

// Marks where one is: in the header, in the row below it and in the menu of the person.
function mark(route) {
  const row = document.getElementById('subtabs');
  if (route?.place !== place) {
    place = route?.place ?? null;
    const tabs = ROUTES.filter((one) => one.tab && one.place === place);
    row.hidden = tabs.length < 2;
    row.setAttribute('aria-label', PLACES[place] ?? t('Within this place'));
    fill(row, tabs.map((one) => h('a', { href: one.path, data: { page: one.page } }, one.tab)));
  }
  for (const link of document.querySelectorAll('.tabs a')) current(link, link.dataset.place === place);
  for (const link of document.querySelectorAll('.subtabs a, #person-menu a')) current(link, link.dataset.page === route?.page);
}

function current(link, isCurrent) {
  if (isCurrent) link.setAttribute('aria-current', link.dataset.place && place !== 'trends' ? 'true' : 'page');
  else link.removeAttribute('aria-current');
}

async function show(moveFocus) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  shown = location.pathname + location.search;
  const path = location.pathname.replace(/(.)\/$/, '$1');
  const route = ROUTES.find(({ pattern }) => pattern.test(path));
  const query = new URLSearchParams(location.search);
  app.selection.take(query, Boolean(route?.ownsDevice) || !route);
  mark(route);
  setTitle(route?.title ?? t('No such page'));
  app.markSynthetic(false);
  if (route) await mount(route, path, query, signal);
  else fill(root, noPage(path));
  if (moveFocus && !signal.aborted) {
    const heading = root.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    app.announce(document.title);
  }
}

async function mount(route, path, query, signal) {
  const context = {
    ...app, root, signal, navigate, setTitle, query,
    params: route.pattern.exec(path).groups ?? {},
  };
  try {
    const screen = await route.module();
    if (signal.aborted) return;
    fill(root);
    await screen.mount(context);
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    fill(root, failedPage(root, { title: t("This page couldn't be shown") }, () => show(true)));
  }
}

const ours = (link) => link && !link.target && !link.hasAttribute('download') && link.origin === location.origin
  && !/^\/(?:api|assets)\//.test(link.pathname) && !link.getAttribute('href').startsWith('#');

// Before a link is followed, copied or opened elsewhere, the choice becomes a part of it.
function carry(event) {
  const link = event.target.closest?.('a[href]');
  if (!ours(link)) return;
  const { dataset } = link;
  if (link.getAttribute('href') !== dataset.carried) dataset.plain = link.getAttribute('href');
  dataset.carried = app.selection.address(dataset.plain);
  if (dataset.carried !== link.getAttribute('href')) link.setAttribute('href', dataset.carried);
}

function intercept(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.('a[href]');
  if (!ours(link)) return;
  event.preventDefault();
  if (link.pathname + link.search !== location.pathname + location.search) navigate(link.pathname + link.search, { carry: false });
}

export function startRouter(element, shared) {
  root = element;
  app = shared;
  for (const name of ['pointerdown', 'focusin', 'click']) document.addEventListener(name, carry, { capture: true });
  document.addEventListener('click', intercept);
  // A jump within the page changes the history too, but not the screen.
  window.addEventListener('popstate', () => {
    if (location.pathname + location.search !== shown) show(true);
  });
  show(false);
}
