import { useSyncExternalStore } from 'react';
import { session, subscribeSession } from './session.ts';

/** Why the server ended this browser's session, from its refusal. */
export interface SessionEnding {
  /** An `EndReason` of `server/auth/session.ts`. */
  reason: string;
  /** Numbers of the user's claimed warns that wait again. */
  cases: readonly string[];
  /** A Chinese sentence without its full stop. */
  text: string;
}

let endedToken: string | undefined;
let ending: SessionEnding | null = null;
const listeners = new Set<() => void>();

subscribeSession(() => {
  const { token } = session();
  if (ending && token !== undefined && token !== endedToken) dropEnding();
});

/**
 * Returns why the session is over; null while it is not, or if the server gives no reason. Kept until the next login.
 */
export function sessionEnding(): SessionEnding | null {
  return ending;
}

/** Returns why the session is over; renders again when it changes. */
export function useSessionEnding(): SessionEnding | null {
  return useSyncExternalStore(subscribeEnding, sessionEnding);
}

/** Calls `listener` after each change of the ending; returns the function that unsubscribes. */
export function subscribeEnding(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records the reason of a refusal (40026) of `token`; ignores one without a reason or of an outdated token. */
export function recordEnding(token: string | undefined, { msg, data }: { msg: string; data: unknown }): void {
  const { reason, cases } = (data ?? {}) as { reason?: unknown; cases?: unknown };
  if (token === undefined || token !== session().token || typeof reason !== 'string' || reason === 'absolute') return;
  const nos = Array.isArray(cases) ? cases.filter((no) => typeof no === 'string') : [];
  if (endedToken === token && ending?.text === msg) return;
  endedToken = token;
  set({ reason, cases: nos, text: msg });
}

/** Clears the ending: the next user of this browser must not read it. */
export function dropEnding(): void {
  if (ending) set(null);
}

function set(next: SessionEnding | null): void {
  ending = next;
  for (const listener of [...listeners]) listener();
}
