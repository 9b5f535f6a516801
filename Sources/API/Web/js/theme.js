// The palette for canvases, which do not follow style sheets by themselves, and the choice between light and dark.

const dark = matchMedia('(prefers-color-scheme: dark)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const changes = new EventTarget();
let cache = new Map();
let probe = null;

function tell() {
  cache = new Map();
  // Without a choice the document's own two hold, one for each scheme of the system.
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.dataset.own ??= meta.content;
    meta.content = theme() === 'system' ? meta.dataset.own : color('bg-high');
  }
  changes.dispatchEvent(new Event('change'));
}
dark.addEventListener('change', tell);

/** What this browser was told: `light`, `dark`, or `system`. */
export const theme = () => document.documentElement.dataset.theme ?? 'system';

/** Turns the page light or dark now and in times to come, or lets it follow the system again. */
export function setTheme(choice) {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    if (choice === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', choice);
  } catch {
    // It holds for as long as the page is open.
  }
  tell();
}

/** The value of a palette colour, such as `heart`, as it is now. */
export function color(name) {
  if (!cache.has(name)) {
    if (!probe) {
      probe = document.createElement('span');
      probe.hidden = true;
      document.body.append(probe);
    }
    probe.style.color = `var(--${name})`;
    cache.set(name, getComputedStyle(probe).color);
  }
  return cache.get(name);
}

/** A length in rem as pixels, for charts whose labels must grow with the text. */
export const rem = (length) => length * parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Calls back when the palette changes, until the signal aborts. */
export function onThemeChange(callback, signal) {
  changes.addEventListener('change', callback, { signal });
}

/** True when the person asked for less motion. */
export const reducedMotion = () => calm.matches;

/** A diagonal hatch, the second cue beside colour. */
export function hatch(context, stroke, step = 7, backwards = false) {
  const tile = document.createElement('canvas');
  tile.width = step;
  tile.height = step;
  const ink = tile.getContext('2d');
  ink.strokeStyle = stroke;
  ink.lineWidth = 1;
  ink.beginPath();
  for (const shift of [-step, 0, step]) {
    ink.moveTo(shift, backwards ? 0 : step);
    ink.lineTo(shift + step, backwards ? step : 0);
  }
  ink.stroke();
  return context.createPattern(tile, 'repeat');
}
