// Elements without markup strings, so that no text from a device or a file can become markup.

const SVG = 'http://www.w3.org/2000/svg';

function apply(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
}

function append(element, children) {
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: attributes (`on…` are listeners, `data` is the dataset) and children. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  apply(element, attributes);
  return append(element, children);
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  apply(element, attributes);
  return append(element, children);
}

const ICONS = {
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  heart: 'M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z',
  wave: 'M3 12h4l2.5-6 4 12 2.5-6H21',
  alert: 'M12 4 2.5 20h19zM12 10v4.5M12 17.5v.1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5v.1',
  unplugged: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  file: 'M14 3H6v18h12V7zM14 3v4h4',
  download: 'M12 3v12m-5-5 5 5 5-5M4 20h16',
  upload: 'M12 16V4m-5 5 5-5 5 5M4 20h16',
  left: 'm15 5-7 7 7 7',
  right: 'm9 5 7 7-7 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  reset: 'M4 5v5h5M4.6 10A8 8 0 1 1 4 14',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  play: 'M7 4.5v15l12-7.5z',
  stop: 'M6.5 6.5h11v11h-11z',
  record: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  settings: 'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8.5 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  buzz: 'M9 5h6v14H9zM5.5 8.5 4 10.5l1.5 1.5L4 13.5l1.5 2M18.5 8.5l1.5 2-1.5 1.5 1.5 1.5-1.5 2',
  radio: 'm7 8 10 8-5 4V4l5 4-10 8',
  strap: 'M2 10c6 2.5 14 2.5 20 0M2 15c6 2.5 14 2.5 20 0M9.5 9.5h5v7.5h-5z',
  recorder: 'M7.5 7h9v10h-9zM9.5 7V3h5v4M9.5 17v4h5v-4M12 11.9v.2',
  ring: 'M12 7a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM9 4h6l1 3.5H8z',
  watch: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM9 7l.7-4h4.6l.7 4M9 17l.7 4h4.6l.7-4',
};

/** A decorative line icon. */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));
}

/** Replaces what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/** Sets text only where it differs, so that screen readers and selections are left alone. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
