// Wall clock of the place where a night was recorded, from the offsets that the gateway gives: the browser's own zone
// plays no part, and a night in which the clocks change has 23 or 25 hours.

const STEPS_S = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600];
const two = (value) => String(value).padStart(2, '0');

export class ZoneClock {
  /** Offsets as [[from, offset], …] in seconds, sorted; the first holds for all earlier times too. */
  constructor(zone, transitions) {
    this.zone = zone;
    this.transitions = transitions?.length ? transitions : [[-Infinity, 0]];
  }

  /** Seconds to add to UTC at an instant. */
  offset(time) {
    let offset = this.transitions[0][1];
    for (const [from, value] of this.transitions) if (from <= time) offset = value;
    return offset;
  }

  /** The instants within a span at which the clocks change. */
  changes(start, end) {
    return this.transitions.slice(1).map(([time]) => time).filter((time) => time > start && time < end);
  }

  /** "23:45", or "23:45:10" when seconds are asked for. */
  time(time, seconds = false) {
    const local = Math.floor(time + this.offset(time));
    const day = ((local % 86400) + 86400) % 86400;
    const text = `${two(Math.floor(day / 3600))}:${two(Math.floor(day / 60) % 60)}`;
    return seconds ? `${text}:${two(day % 60)}` : text;
  }

  /** What the clock would have shown at a change, had it not been changed. */
  timeBefore(change) {
    const local = change + this.offset(change - 1);
    return `${two(Math.floor((((local % 86400) + 86400) % 86400) / 3600))}:${two(Math.floor(local / 60) % 60)}`;
  }

  /** The local day as YYYY-MM-DD. */
  day(time) {
    return new Date((time + this.offset(time)) * 1000).toISOString().slice(0, 10);
  }

  /** "UTC+1", "UTC−3:30". */
  offsetName(time) {
    const offset = this.offset(time);
    const part = Math.abs(offset) % 3600;
    return `UTC${offset < 0 ? '−' : '+'}${Math.floor(Math.abs(offset) / 3600)}${part ? `:${two(part / 60)}` : ''}`;
  }

  /** Round local times in a span, at most so many. */
  ticks(start, end, most) {
    const step = STEPS_S.find((candidate) => (end - start) / candidate <= most) ?? 43200;
    const times = [];
    const borders = [start, ...this.changes(start, end), end];
    for (let index = 0; index + 1 < borders.length; index += 1) {
      const offset = this.offset(borders[index]);
      let time = Math.ceil((borders[index] + offset) / step) * step - offset;
      for (; time < borders[index + 1] || (time === end && index + 2 === borders.length); time += step) times.push(time);
    }
    return times;
  }
}
