// What the phone wants the wrist to feel: overload, an alert, a dose that is due, a breathing exercise.

import { t } from '../language.js';

const WORDS = { overload: t('Overload.'), success: t('Done.'), failure: t('That did not work.') };
const STRONG = [120, 60, 120, 60, 240];
const PATTERNS = {
  overload: STRONG, notification: [120, 60, 120], directionUp: [40, 40, 120], directionDown: [120, 40, 40], success: [40, 40, 40, 40, 120],
  failure: [240, 60, 240], retry: [80, 80, 80], start: [200], stop: [60, 60, 60], click: [20],
};

function doseText(dose) {
  const { name, amount, unit } = typeof dose === 'string' ? { name: dose } : dose;
  return t`Time for ${[name ?? t('your medicine'), amount, unit].filter((part) => part !== undefined).join(' ')}.`;
}

/** The notice in a message or user info; null when it is none. `breathing` is there when an exercise is offered. */
export function noticeOf(payload) {
  const { haptic, dose, alert, breathing = null, id = null } = payload ?? {};
  const pattern = PATTERNS[haptic] ?? PATTERNS.notification;
  if (dose) return { id, text: doseText(dose), breathing, pattern };
  if (alert?.message) return { id, text: alert.message, breathing, pattern };
  const offer = breathing ? t`${length(breathing)} of slow breathing helps.` : '';
  if (haptic) return { id, text: [WORDS[haptic], offer].filter(Boolean).join(' '), breathing, pattern };
  return breathing ? { id, text: offer, breathing, pattern: PATTERNS.start } : null;
}

/** Seconds of an exercise that is offered, within what the gateway takes. */
export const secondsOf = (breathing) => Math.min(300, Math.max(30, Math.round(Number(breathing?.seconds) || 60)));

const length = (breathing) => (secondsOf(breathing) === 60 ? t('A minute') : t`${secondsOf(breathing)} seconds`);
