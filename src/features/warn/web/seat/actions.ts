import { withToast } from '#web/api/feedback.ts';
import { box } from '#web/message/message.tsx';
import { assignWarn } from '../assignWarn.ts';
import { claimAndOpen } from '../claimFlow.ts';
import type { WarnRow } from '../desk/types.ts';
import { subjectName } from '../format.ts';
import type { Seat } from '../seatStore.ts';
import { applyRow, loadWarns } from '../warnStore.ts';

/** Gives the alarm to somebody; undefined where it was refused, which has been said. */
async function assignTo(
  row: WarnRow,
  { id: userId, name }: { id: string; name: string },
  reason: string,
  done: string | null,
): Promise<WarnRow | undefined> {
  const assigned = await withToast(() => assignWarn(row, { userId, reason }, name), { done, failed: '没有指派' });
  if (assigned) applyRow(assigned);
  // What was shown is old.
  else void loadWarns();
  return assigned;
}

/** A waiting alarm to the person of a seat, whose page rings with it. */
export async function assign(row: WarnRow, { userId, userName }: Seat): Promise<void> {
  await assignTo(row, { id: userId, name: userName }, '班长指派', `已指派给 ${userName}`);
}

/**
 * Takes a case over from a seat: given to oneself with the reason, and taken at once.
 * @param openWarn shows the alarm's desk
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
