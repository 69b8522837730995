import { applyRow, claimAndOpen, loadWarns, subjectName, type WarnRow } from '#features/warn/web/service.ts';
import { withToast } from '#web/api/feedback.ts';
import { box } from '#web/message/message.tsx';
import { assignWarn } from './assignWarn.ts';
import type { Seat } from './seatStore.ts';

/** Assigns the warn; undefined if refused, after a toast. */
async function assignTo(
  row: WarnRow,
  { id: userId, name }: { id: string; name: string },
  reason: string,
  done: string | null,
): Promise<WarnRow | undefined> {
  const assigned = await withToast(() => assignWarn(row, { userId, reason }, name), { done, failed: '没有指派' });
  if (assigned) applyRow(assigned);
  // The shown row is outdated.
  else void loadWarns();
  return assigned;
}

/** Assigns a waiting warn to the user of a seat; that user's page rings. */
export async function assign(row: WarnRow, { userId, userName }: Seat): Promise<void> {
  await assignTo(row, { id: userId, name: userName }, '班长指派', `已指派给 ${userName}`);
}

/**
 * Takes over a warn from a seat: transfers it to the viewer with the reason and claims it at once.
 * @param openWarn opens the warn's desk
 */
export async function takeOver(row: WarnRow, self: string, openWarn: (id: string) => void): Promise<void> {
  const from = row.handlerName ?? '他人';
  const reason = await box.prompt(`${subjectName(row)} · ${row.no} 由你继续处理，时限不重新计。`, {
    ...{ title: `从 ${from} 接管`, ok: '接管', level: 'warning' },
    ...{ label: '原因', required: true, multiline: true, maxLength: 500, error: '请写明原因' },
  });
  if (reason === null) return;
  const assigned = await assignTo(row, { id: self, name: '你' }, reason.trim(), null);
  if (assigned) await claimAndOpen(assigned, openWarn);
}
