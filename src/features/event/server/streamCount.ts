/** Maximum streams per session: old browsers open one per tab, and streams of a lost network linger. */
const maxPerSession = 20;

const open = new Map<string, number>();

/** Acquires a stream of a session; returns its release function, or null at the maximum. */
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
