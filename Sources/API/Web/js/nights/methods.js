// What a method does, in words that a person understands; its own name stands behind them.

import { t } from '../language.js';

// The last part of a method's name says how sleep and wake were told apart, the one before how the sleep period was found.
const SCORERS = [
  [/^oakley/, t('Each minute counts as awake when it and its neighbours moved more than a fixed amount.')],
  [/^cole-kripke/, t('Each minute counts as awake when a weighted sum of the movement around it is high enough, by the rule of Cole and Kripke.')],
  [/^sadeh/, t('Each minute counts as asleep by how much and how evenly the eleven minutes around it moved, by the rule of Sadeh.')],
  [/^van-hees|angle-z/, t('Sleep is where the arm did not turn for five minutes and more.')],
  [/^heart|^neural|^staging|^beat/, t('The kinds of sleep come from the time between heart beats.')],
];
const PERIODS = [[/^sleep-density/, t('The sleep period is the part of the night in which such sleep is dense.')], [/^hdcza/, t('The sleep period is the longest stretch in which the arm hardly turned.')]];

/** Sentences on how a figure was made; empty where its method has none. */
export function explain(method) {
  const parts = (typeof method === 'string' ? method : method?.name ?? '').split('/');
  return [...SCORERS, ...PERIODS].filter(([pattern]) => parts.some((part) => pattern.test(part))).map(([, words]) => words);
}
