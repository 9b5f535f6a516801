// An insight as a picture to give on: what the page says, in its colours.

import { longDate } from '../format.js';
import { t } from '../language.js';
import { color } from '../theme.js';
import { FOOT, restsOn } from './words.js';

const WIDTH = 1080;
const EDGE = 72;

/** The lines of a text that fit a width; languages without blanks break anywhere. */
function lines(context, text, width) {
  const found = [];
  let line = '';
  for (const piece of text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? []) {
    if (line && context.measureText((line + piece).trimEnd()).width > width) {
      found.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return line.trim() ? [...found, line.trimEnd()] : found;
}

/** Draws an insight, or only measures where `context` draws on nothing; returns the height. */
function draw(context, insight, isMeasured) {
  const font = getComputedStyle(document.body).fontFamily;
  let y = EDGE;
  const write = (text, { size, weight = 400, ink = 'text', before = 0, indent = 0 }) => {
    context.font = `${weight} ${size}px ${font}`;
    context.textBaseline = 'top';
    y += before;
    for (const line of lines(context, text, WIDTH - 2 * EDGE - indent)) {
      context.fillStyle = color(ink);
      if (!isMeasured) context.fillText(line, EDGE + indent, y);
      y += size * 1.4;
    }
  };
  const list = (texts) => texts.forEach((text) => {
    context.fillStyle = color('accent');
    if (!isMeasured) context.fillRect(EDGE, y + 22, 8, 8);
    write(text, { size: 28, before: 12, indent: 28 });
  });
  write(insight.title, { size: 56, weight: 700 });
  write(longDate(insight.date), { size: 28, ink: 'muted' });
  write(insight.narrative, { size: 36, weight: 550, before: 24 });
  if (insight.key_insights.length) y += 16;
  list(insight.key_insights);
  if (insight.recommendations.length) {
    write(t('What may help'), { size: 32, weight: 650, before: 32 });
    list(insight.recommendations);
  }
  write(`${FOOT} ${restsOn(insight)}`, { size: 24, ink: 'muted', before: 36 });
  return Math.ceil(y + EDGE);
}

/** The insight as a PNG. */
export function picture(insight) {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  canvas.width = WIDTH;
  canvas.height = draw(context, insight, true);
  context.fillStyle = color('surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color('accent');
  context.fillRect(0, 0, canvas.width, 12);
  draw(context, insight, false);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error())), 'image/png');
  });
}
