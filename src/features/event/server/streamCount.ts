/** A browser has one, an old one one a tab; those of a lost network linger for a while. */
const maxPerSession = 20;

const open = new Map<string, number>();

/** Takes one of a session's streams, at once; answers how it is given back, or null when the session has as many as it may. */
export function acquireStream(sessionId: string): (() => void) | null {
  const count = open.get(sessionId) ?? 0;
  if (count >= maxPerSession) return null;
  open.set(sessionId, count + 1);
  return () => {
    const remaining = (open.get(sessionId) ?? 1) - 1;
    if (remaining > 0) open.set(sessionId, remaining);
    else open.delete(sessionId);
  };
}
