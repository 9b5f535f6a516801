// The gateway's JSON routes.

import { t } from './language.js';

const ROOT = '/api/v1';

/** What went wrong, in words for a person; `trace` names the matching line in the gateway's log. */
export class Problem extends Error {
  constructor(title, detail, status, trace) {
    super(detail || title);
    this.title = title;
    this.detail = detail;
    this.status = status;
    this.trace = trace;
  }
}

const UNREACHABLE = new Problem(
  t("Nightjar can't be reached"),
  t('The gateway does not answer. Check that it runs (nightjar serve), then try again.'), 0, null);

const ADVICE = {
  404: t('It may have been removed. Go back and choose another.'),
  413: t('The file is larger than the gateway takes.'),
  503: t('The gateway is busy. Wait a moment, then try again.'),
};

/** The problem that a failed answer describes. */
export function problemFrom(status, text) {
  try {
    const body = JSON.parse(text);
    if (body.title) return new Problem(body.title, body.detail ?? ADVICE[status], status, body.trace_id);
  } catch {
    // Not a problem document: the status is all there is.
  }
  return new Problem(t('That did not work'), ADVICE[status] ?? t('Try again; the gateway\'s log has the details.'), status, null);
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(ROOT + path, { headers: { Accept: 'application/json' }, ...options });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw UNREACHABLE;
  }
  const text = await response.text();
  // The session has ended: the door comes first, then the page again.
  if (response.status === 401 && !['/auth/password', '/auth/me'].includes(path)) {
    location.replace(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
    return new Promise(() => {});
  }
  if (!response.ok) throw problemFrom(response.status, text);
  return text ? JSON.parse(text) : null;
}

const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return given.length ? `?${new URLSearchParams(given)}` : '';
};

export const health = (signal) => request('/health', { signal });
/** Nights of some days: every device's, or those of one person or device. */
export const nights = (from, to, { person, device, limit }, signal) => request(`/nights${query({ from, to, person, device, limit, all: true })}`, { signal });
export const night = (date, device, signal) =>
  request(`/nights/${encodeURIComponent(date)}${query({ device })}`, { signal });
export const exportURL = (date, format, device) =>
  `${ROOT}/nights/${encodeURIComponent(date)}/export${query({ format, device })}`;
export const imports = (signal) => request('/imports', { signal });
export const importState = (id, signal) => request(`/imports/${encodeURIComponent(id)}`, { signal });
export const cancelImport = (id) => request(`/imports/${encodeURIComponent(id)}`, { method: 'DELETE' });
export const uploadURL = (name, zone) => `${ROOT}/imports${query({ name, zone })}`;
export const deviceProfiles = (signal) => request('/device-profiles', { signal });
export const readiness = (signal) => request('/night-recordings/readiness', { signal });
/** Any document below the root. */
export const get = (path, signal) => request(path, { signal });
/** Sends a change; content goes as JSON, with what is undefined left out. */
export const change = (path, method, content = null, signal = undefined) => request(path, {
  method, signal,
  ...(content === null || content === undefined ? {} : { headers: { Accept: 'application/json', 'Content-Type': 'application/json' }, body: JSON.stringify(content) }),
});
export const sessions = (signal) => request('/sessions?limit=20', { signal });
export const session = (id, signal) => request(`/sessions/${encodeURIComponent(id)}`, { signal });
export const breathing = (signal) => request('/breathing', { signal });
export const streamURL = `${ROOT}/live/stream`;
