/** Asks the user before a logout; false if they stay. */
type Ask = () => Promise<boolean>;

const asks = new Set<Ask>();

/** Registers a question before a logout, for a feature with open work. Returns the function that removes it. */
export function beforeLogout(ask: Ask): () => void {
  asks.add(ask);
  return () => asks.delete(ask);
}

/** Returns whether the user may log out: every feature agreed. */
export async function canLogout(): Promise<boolean> {
  for (const ask of asks) if (!(await ask())) return false;
  return true;
}
