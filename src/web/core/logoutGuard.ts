/** Asks the person before they log out; false when they stay. */
type Ask = () => Promise<boolean>;

const asks = new Set<Ask>();

/** A feature with something in hand asks before a logout. Returns what ends it. */
export function beforeLogout(ask: Ask): () => void {
  asks.add(ask);
  return () => asks.delete(ask);
}

/** Whether the person may go: every feature has said yes. */
export async function canLogout(): Promise<boolean> {
  for (const ask of asks) if (!(await ask())) return false;
  return true;
}
