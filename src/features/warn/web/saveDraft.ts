interface PendingDraft {
  send: () => Promise<unknown>;
  timer: ReturnType<typeof setTimeout>;
}

/** Delay after the last keystroke before a draft is saved with the warn, ms. */
const debounceMs = 600;

const pending = new Map<string, PendingDraft>();
let sent: Promise<unknown> = Promise.resolve();

/**
 * Saves a draft with the warn after a delay; null deletes it. Requests run one after the other, so that the last value
 * wins. The request is the caller's: this file is part of the shell, and the schemas of the desk's calls are not.
 */
export function saveDraft(key: string, value: unknown, request: (body: string | null) => Promise<unknown>): void {
  clearTimeout(pending.get(key)?.timer);
  const body = value === null ? null : JSON.stringify(value);
  pending.set(key, { send: () => request(body), timer: setTimeout(send, debounceMs, key) });
}

function send(key: string): void {
  const draft = pending.get(key);
  if (!draft) return;
  clearTimeout(draft.timer);
  pending.delete(key);
  // On failure (transferred, closed, offline) the tab still has the draft.
  sent = sent.then(() => draft.send().catch(() => undefined));
}

/** Sends pending drafts before the user leaves. */
export async function flushDrafts(): Promise<void> {
  for (const key of pending.keys()) send(key);
  await sent;
}
