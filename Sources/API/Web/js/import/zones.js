// The zones that this browser knows, and its own.

import { h } from '../dom.js';
import { t } from '../language.js';

/** The zone of this browser, or UTC where it does not tell. */
export function ownZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}

/** A select with every zone, grouped by area. */
export function zoneSelect() {
  const own = ownZone();
  const zones = [...new Set(['UTC', own, ...(Intl.supportedValuesOf?.('timeZone') ?? [])])];
  const areas = Map.groupBy ? Map.groupBy(zones, areaOf) : group(zones);
  return h('select', { id: 'zone', name: 'zone' },
    [...areas].sort(([a], [b]) => a.localeCompare(b)).map(([area, members]) => h('optgroup', { label: area },
      members.sort().map((zone) => h('option', { value: zone, selected: zone === own },
        zone.includes('/') ? zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ') : zone)))));
}

function areaOf(zone) {
  return zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : t('Other');
}

function group(zones) {
  const areas = new Map();
  for (const zone of zones) areas.set(areaOf(zone), [...(areas.get(areaOf(zone)) ?? []), zone]);
  return areas;
}
