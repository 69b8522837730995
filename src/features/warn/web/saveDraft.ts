import { deskApi } from '#features/desk/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';

type Kind = InputOf<typeof deskApi.keepWarnDraft>['kind'];

interface PendingDraft {
  id: string;
  kind: Kind;
  body: string | null;
  timer: ReturnType<typeof setTimeout>;
}

/** Delay after the last keystroke before a draft is saved with the warn, ms. */
const debounceMs = 600;

const pending = new Map<string, PendingDraft>();
let sent: Promise<unknown> = Promise.resolve();

/**
 * Saves a draft with the warn after a delay; null deletes it. Requests run one after the other, so that the last value
 * wins.
 */
export function saveDraft(id: string, kind: Kind, value: unknown): void {
  const key = `${kind}:${id}`;
  clearTimeout(pending.get(key)?.timer);
  const body = value === null ? null : JSON.stringify(value);
  pending.set(key, { id, kind, body, timer: setTimeout(send, debounceMs, key) });
}

function send(key: string): void {
  const draft = pending.get(key);
  if (!draft) return;
  clearTimeout(draft.timer);
  pending.delete(key);
  const { id, kind, body } = draft;
  // On failure (transferred, closed, offline) the tab still has the draft.
  sent = sent.then(() => callApi(deskApi.keepWarnDraft, { id, kind, body }, { atOnce: true }).catch(() => undefined));
}

/** Sends pending drafts before the user leaves. */
export async function flushDrafts(): Promise<void> {
  for (const key of pending.keys()) send(key);
  await sent;
}
