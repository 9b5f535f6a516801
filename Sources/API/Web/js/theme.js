// The palette for canvases, which do not follow style sheets by themselves.

const dark = matchMedia('(prefers-color-scheme: dark)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
let cache = new Map();
dark.addEventListener('change', () => { cache = new Map(); });

/** The value of a palette colour, such as `heart`. */
export function color(name) {
  if (!cache.has(name)) {
    cache.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  }
  return cache.get(name);
}

/** A length in rem as pixels, for charts whose labels must grow with the text. */
export const rem = (length) => length * parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Calls back when the palette changes, until the signal aborts. */
export function onThemeChange(callback, signal) {
  dark.addEventListener('change', callback, { signal });
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
