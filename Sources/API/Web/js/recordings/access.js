// What whoever looks may do: say who wore a recorder is for owners; a box without accounts has nobody else.

import * as api from '../api.js';

/** Whether whoever looks is an owner. */
export async function isOwner(signal) {
  const { registered } = await api.get('/auth/health', signal);
  if (!registered) return true;
  try {
    return (await api.get('/auth/me', signal)).role === 'admin';
  } catch (error) {
    // On the machine itself an owner may have switched the password off.
    if (error.status === 401) return true;
    throw error;
  }
}
