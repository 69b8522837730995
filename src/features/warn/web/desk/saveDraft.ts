import { warnApi } from '#features/warn/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';

type Kind = InputOf<typeof warnApi.keepWarnDraft>['kind'];

interface PendingDraft {
  id: string;
  kind: Kind;
  body: string | null;
  timer: ReturnType<typeof setTimeout>;
}

/** What is typed is kept with the case once the hand rests, ms. */
const debounceMs = 600;

const pending = new Map<string, PendingDraft>();
let sent: Promise<unknown> = Promise.resolve();

/** Keeps what was typed with the case soon; null forgets it. One after the other, so that the last word counts. */
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
  // Handed over or finished meanwhile, or no line: the tab still has it.
  sent = sent.then(() => callApi(warnApi.keepWarnDraft, { id, kind, body }, { atOnce: true }).catch(() => undefined));
}

/** Sends what still waits, before the person leaves. */
export async function flushDrafts(): Promise<void> {
  for (const key of pending.keys()) send(key);
  await sent;
}
