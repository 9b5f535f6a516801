// What a method does, in words that a person understands; its own name stands behind them.

// The last part of a method's name says how sleep and wake were told apart, the one before how the sleep period was found.
const SCORERS = [
  [/^oakley/, 'Each minute counts as awake when it and its neighbours moved more than a fixed amount.'],
  [/^cole-kripke/, 'Each minute counts as awake when a weighted sum of the movement around it is high enough, by the rule of Cole and Kripke.'],
  [/^sadeh/, 'Each minute counts as asleep by how much and how evenly the eleven minutes around it moved, by the rule of Sadeh.'],
  [/^van-hees|angle-z/, 'Sleep is where the arm did not turn for five minutes and more.'],
  [/^heart|^neural|^staging|^beat/, 'The kinds of sleep come from the time between heart beats.'],
];
const PERIODS = [[/^sleep-density/, 'The sleep period is the part of the night in which such sleep is dense.'], [/^hdcza/, 'The sleep period is the longest stretch in which the arm hardly turned.']];

/** Sentences on how a figure was made; empty where its method has none. */
export function explain(method) {
  const parts = (typeof method === 'string' ? method : method?.name ?? '').split('/');
  return [...SCORERS, ...PERIODS].filter(([pattern]) => parts.some((part) => pattern.test(part))).map(([, words]) => words);
}
