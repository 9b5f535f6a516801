// Value axes that stay readable on a low track.

const ROUND = [1, 2, 2.5, 5, 10];

/** Round values within a range, two to four of them where the range allows. */
export function roundTicks([low, high], most = 4) {
  const raw = (high - low) / most;
  if (!(raw > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ROUND.map((factor) => factor * power).find((candidate) => candidate >= raw);
  const decimals = Math.max(0, -Math.floor(Math.log10(step)) + (step / power === 2.5 ? 1 : 0));
  const ticks = [];
  for (let index = Math.ceil(low / step); index * step <= high + step * 1e-9; index += 1) {
    ticks.push({ v: index * step, label: (index * step).toFixed(decimals).replace('-', '−') });
  }
  return ticks;
}
