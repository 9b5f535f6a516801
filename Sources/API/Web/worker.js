// The pages without their data: kept in the browser, so that Nightjar opens and says so when its gateway cannot be reached.
// What the gateway knows of anybody is below /api/ and never passes through here.

const SHELL = 'shell';
const PAGE = '/';
// What a page names: its scripts and styles, theirs, and pictures.
const NAMED = /(?:src|href)="(\/assets\/[^"]+)"|(?:from|import)\s*\(?\s*'(\.[^']+)'|url\("?(\/assets\/[^")]+)"?\)/g;

/** Keeps the page and everything that it names; whoever has not signed in yet has no page to keep. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const seen = new Set();
  const left = [PAGE];
  while (left.length) {
    const path = left.pop();
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await fetch(path, { cache: 'no-cache' });
    if (!answer.ok || answer.redirected) continue;
    await cache.put(path, answer.clone());
    if (!/^text\//.test(answer.headers.get('Content-Type') ?? '')) continue;
    for (const [, absolute, relative, picture] of (await answer.text()).matchAll(NAMED)) {
      const { pathname } = new URL(absolute ?? relative ?? picture, new URL(path, location.origin));
      if (pathname.startsWith('/assets/') && pathname !== '/assets/api.html') left.push(pathname);
    }
  }
  // What another version had is no part of this one.
  for (const { url } of await cache.keys()) if (!seen.has(new URL(url).pathname)) await cache.delete(url);
}

/** The gateway's answer, which is the newest; without one, what was kept. */
async function fromGateway(request, kept) {
  try {
    return await fetch(request);
  } catch (problem) {
    const cache = await caches.open(SHELL);
    return (await cache.match(kept)) ?? Response.error();
  }
}

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));
self.addEventListener('message', ({ data }) => { if (data === 'keep') keepShell().catch(() => {}); });
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  const isPage = request.mode === 'navigate' && !/^\/(?:login|welcome|assets)\b/.test(pathname);
  if (isPage) event.respondWith(fromGateway(request, PAGE));
  else if (pathname.startsWith('/assets/') && request.mode !== 'navigate') event.respondWith(fromGateway(request, pathname));
});
