// The mark in the header while a night is recorded, whichever page is open.

import { wallClock } from './format.js';
import { setText } from './dom.js';
import { t } from './language.js';

/** Keeps a link showing whether `surroundings` knows of a recording that goes on. */
export function recordingMark(link, surroundings) {
  surroundings.addEventListener('change', () => {
    const [first] = surroundings.recordings;
    link.hidden = !first;
    if (!first) return;
    const since = wallClock(first.started_s).slice(0, 5);
    setText(link.querySelector('.recording-word'), t('Recording'));
    link.title = t`A night is being recorded since ${since}`;
    link.setAttribute('aria-label', t`Recording a night since ${since}`);
  });
}
