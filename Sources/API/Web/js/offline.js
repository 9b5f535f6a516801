// Keeps the pages, without their data, for when the gateway cannot be reached.

const KEY = 'shell';

/** Asks the browser for it once the page is there; one that cannot, as over plain HTTP, does without. `version` is the gateway's. */
export async function keepShell(version) {
  if (!navigator.serviceWorker) return;
  try {
    const known = await navigator.serviceWorker.getRegistration();
    if (!known) await navigator.serviceWorker.register('/worker.js');
    // Another version has other pages.
    else if (localStorage.getItem(KEY) !== version) known.active?.postMessage('keep');
    localStorage.setItem(KEY, version);
  } catch {
    // Everything works without, as long as the gateway answers.
  }
}
