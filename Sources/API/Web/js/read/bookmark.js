// What is being read, kept in this browser until it is ended: a reload, another tab and a closed browser lose nothing.

const KEY = 'reading';

/** `{ id, title, text, word, asked }` of what was being read last; null where nothing is. */
export function bookmark() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Number.isInteger(kept?.id) && typeof kept.text === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it, whole or what changed of it; a browser that keeps nothing for pages only loses the place. */
export function keep(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...bookmark(), ...changes }));
  } catch {
    // The session itself goes on.
  }
}

/** Forgets it: it was ended, or it is somebody else's. */
export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}

/** Calls `gone()` once another tab has ended or replaced session `id`. */
export function watch(id, gone, signal) {
  window.addEventListener('storage', ({ key }) => {
    if ((key === KEY || key === null) && bookmark()?.id !== id) gone();
  }, { signal });
}
