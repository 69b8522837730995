/** A browser has one, an old one one a tab; those of a lost network linger for a while. */
const mostOfSession = 20;

const open = new Map<string, number>();

/** Takes one of a session's streams, at once; answers how it is given back, or null when the session has as many as it may. */
export function takeStream(sessionId: string): (() => void) | null {
  const count = open.get(sessionId) ?? 0;
  if (count >= mostOfSession) return null;
  open.set(sessionId, count + 1);
  return () => {
    const left = (open.get(sessionId) ?? 1) - 1;
    if (left > 0) open.set(sessionId, left);
    else open.delete(sessionId);
  };
}
