import type { Noun } from '#shared/noun.ts';
import { attempt } from '#web/call/outcome.ts';
import { call } from '#web/call/request.ts';
import { texts } from '#web/core/texts.ts';
import { box } from '#web/message/message.tsx';
import { deleteUnheld } from './heldDelete.tsx';
import type { Calls, Switched } from './types.ts';

type Some = Calls<never, never, never>;

/** 启用 or 停用, which is asked first; true when it was done. */
export async function switchRow<R extends { id: string }>(
  status: NonNullable<Some['status']>,
  row: R,
  { question, note, ok, said }: Switched<R>,
): Promise<boolean> {
  const off = isOn(row);
  const sure = !off || (await box.confirm(question(row), { ...(note && { note }), ok, danger: true }));
  if (!sure) return false;
  const words = said && { done: said[off ? 0 : 1] };
  const deed = () => call(status, { id: row.id, status: off ? 'disabled' : 'enabled' });
  return (await attempt(deed, { ...words, failed: texts.updateFailed })) !== undefined;
}

/** Whether a row is in use. */
export function isOn(row: object): boolean {
  return (row as { status?: unknown }).status === 'enabled';
}

/** Deletes after asking; true when it was done. */
export async function removeRow(
  remove: NonNullable<Some['remove']>,
  noun: Noun,
  { id, label }: { id: string; label: string },
  said: string | undefined,
): Promise<boolean> {
  const question = `确认删除${noun.title} ${label}？`;
  const sure = await box.confirm(question, { ok: `删除${noun.title}`, danger: true, level: 'warning' });
  return sure && deleteUnheld(() => call(remove, { ids: [id] }), { said });
}
