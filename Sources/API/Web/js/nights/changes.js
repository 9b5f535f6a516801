// What a person may change about a night: when its sleep was, and that it is scored again.

import * as api from '../api.js';
import { ask, field } from '../dialog.js';
import { fill, h, icon } from '../dom.js';
import { minutes, number } from '../format.js';
import { t } from '../language.js';

const path = (night, verb) => `/nights/${night.date}/${verb}?device=${encodeURIComponent(night.device.id)}`;
const toField = (clock, time) => new Date((time + clock.offset(time)) * 1000).toISOString().slice(0, 16);

function fromField(clock, value) {
  const local = Date.parse(`${value}Z`) / 1000;
  return Number.isFinite(local) ? local - clock.offset(local - clock.offset(local)) : null;
}

/** When the lights went out, where that is known: so long before the sleep as it took to fall asleep. */
function lightsOut({ measures, sleep_period: period }) {
  const known = measures?.time_in_bed_min?.value ?? null;
  const latency = measures?.onset_latency_min?.value ?? null;
  return period && known !== null && latency !== null ? period.start_s - latency * 60 : null;
}

/** Asks when the sleep of a night was; `shown` is the part of the night that the chart shows. Resolves to whether it was said. */
export function edit(night, clock, shown) {
  const { window, sleep_period: period } = night;
  const [least, most] = [toField(clock, window.start_s), toField(clock, window.end_s)];
  const moment = (name, time) => h('input', { type: 'datetime-local', name, min: least, max: most, value: time === null ? '' : toField(clock, time) });
  const start = moment('sleep_start', period?.start_s ?? shown?.[0] ?? null);
  const end = moment('sleep_end', period?.end_s ?? shown?.[1] ?? null);
  const dark = moment('lights_out', lightsOut(night));
  const value = (input) => (input.value ? fromField(clock, input.value) : null);
  const inside = (time) => time !== null && time >= window.start_s && time <= window.end_s;
  const take = shown && h('button', { class: 'button', type: 'button', id: 'take-shown', onclick: (event) => {
    [start.value, end.value] = shown.map((time) => toField(clock, time));
    event.target.form.dispatchEvent(new Event('input'));
  } }, icon('reset'), t`Take what the chart shows, ${clock.time(shown[0])} to ${clock.time(shown[1])}`);
  return ask({
    title: t('When was the sleep?'), action: t('Save'),
    check: () => inside(value(start)) && inside(value(end)) && value(start) < value(end)
      && (!dark.value || (inside(value(dark)) && value(dark) <= value(start))),
    body: [
      h('p', { class: 'muted small' }, t`Times in ${night.zone}. What the recorder measured stays; the figures follow what you say, and you can take it back.`),
      h('div', { class: 'times wide' }, field(t('Fell asleep'), start), field(t('Woke up'), end)), take,
      field(t('Lights out'), dark, t('With it the time to fall asleep and the time in bed are known. Leave it empty when you do not know.'))],
    work: () => api.change(path(night, 'edit'), 'POST', {
      sleep_start_s: value(start), sleep_end_s: value(end), ...(dark.value ? { lights_out_s: value(dark) } : {}),
    }),
  });
}

/** Takes back what was said of a night. */
export const unedit = (night) => api.change(path(night, 'edit'), 'DELETE');

const FIGURES = { total_sleep_min: t('total sleep'), waso_min: t('awake in the night'), onset_latency_min: t('time to fall asleep'), efficiency_percent: t('efficiency'), awakenings: t('awakenings') };

function figure({ name, before, after }) {
  const say = (value) => (value === null ? t('not known') : name.endsWith('_min') ? minutes(value) : name.endsWith('_percent') ? `${number(value, 1)} %` : number(value, 1));
  return FIGURES[name] && `${FIGURES[name]} ${say(before)} → ${say(after)}`;
}

function outcomeOf({ outcome, reason, difference }) {
  if (outcome === 'identical') return t('Scored again: the same to the last bit.');
  if (outcome === 'unavailable') return t`It cannot be scored again: ${reason ?? t('there is nothing to score it from')}.`;
  const changes = (difference?.figures ?? []).map(figure).filter(Boolean);
  return t`Scored again${outcome === 'new_version' ? t(' by a newer version') : ''}: ${changes.length ? changes.join(t(', ')) : t('no figure moved')}.`;
}

/** The card that corrects and scores again; `again` shows the page anew. */
export function changeCard(night, clock, shown, again, announce) {
  const result = h('div', { role: 'status', id: 'change-result' });
  const say = (text, tone, ...more) => fill(result, h('p', { class: `outcome ${tone}` }, icon(tone ? 'alert' : 'check'), h('span', null, text)), more);
  let waiting = null;

  async function score() {
    waiting = new AbortController();
    analyze.hidden = true;
    stop.hidden = false;
    fill(result, h('p', { class: 'muted' }, t('Scoring it again from what was recorded…')));
    try {
      const { nights } = await api.change(path(night, 'rescore'), 'POST', null, waiting.signal);
      const [one] = nights;
      say(one ? outcomeOf(one) : t('There is nothing to score it from.'), one?.outcome === 'unavailable' || !one ? 'bad' : '',
        one && ['changed', 'new_version'].includes(one.outcome) && h('button', { class: 'button', type: 'button', onclick: again }, t('Show it')));
    } catch (error) {
      if (error.name === 'AbortError') fill(result, h('p', { class: 'muted' }, t('This page waits no more. The gateway finishes the analysis; load the page again to see it.')));
      else say(error.detail ?? t('That did not work. Try again.'), 'bad');
    } finally {
      analyze.hidden = false;
      stop.hidden = true;
    }
  }
  async function take() {
    try {
      await unedit(night);
      announce(t('Taken back'));
      again();
    } catch (error) {
      say(error.detail ?? t('That did not work. Try again.'), 'bad');
    }
  }
  const button = (id, symbol, label, work) => h('button', { class: 'button', type: 'button', id, onclick: work }, icon(symbol), label);
  const analyze = button('analyze', 'wave', t('Analyze again'), score);
  const stop = button('analyze-cancel', 'close', t('Cancel'), () => waiting?.abort());
  stop.hidden = true;
  return h('section', { class: 'card', 'aria-labelledby': 'change-title' },
    h('header', null, h('h2', { id: 'change-title' }, t('Not right?'))),
    h('p', { class: 'muted small' }, night.edited_s ? t('Somebody said when this sleep was; the figures follow that.') : t('Say when the sleep was, or have it scored again from what was recorded.')),
    h('div', { class: 'exports' },
      button('edit-night', 'clock', t('Correct the times'), async () => { if (await edit(night, clock, shown())) again(); }),
      night.edited_s && button('unedit-night', 'reset', t('Take it back'), take), analyze, stop), result);
}
