import type { Selectable } from 'kysely';
import { followUpsOwed, passFollowUps } from '#features/followUp/server/service.ts';
import type { handoverApi } from '#features/handover/contract.ts';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { nameOf } from '#features/user/server/service.ts';
import { casesHeld, takeOverCases } from '#features/warn/server/service.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { Handover } from '#server/db/tables.ts';
import { json, now } from '#server/db/values.ts';
import { type Change, command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Sheet } from './figures.ts';
import { filled } from './fill.ts';
import { addNote } from './note.ts';
import { sheetOf } from './read.ts';

type Api = typeof handoverApi;
type Stored = Selectable<Handover>;

/** The sheet, locked; 404 where the viewer may not read it. */
async function locked(tx: Db, viewer: Viewer, id: string): Promise<Stored> {
  await sheetOf(tx, viewer, id);
  const row = await tx.selectFrom('handover').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('交接班单');
  return row;
}

/** The giver's signature: figures until now, and the taker is told. */
async function give(change: Change, viewer: Viewer, row: Stored): Promise<void> {
  if (row.giverSignedAt !== null)
    throw new Problem(409, `你已签字，等 ${await nameOf(change.tx, row.takerId)} 签字接班`);
  const sheet = await filled(change.tx, viewer, { from: row.fromAt, to: new Date().toISOString() });
  await change.tx
    .updateTable('handover')
    .set({ ...sheet, giverSignedAt: now })
    .where('id', '=', row.id)
    .execute();
  await sendNotice(change, viewer, {
    title: `交接班：${viewer.name} 等你签字接班`,
    content: `<p>${plainAsHtml(viewer.name)} 已在交接班单上签字。请在「SOS 告警 · 排班与交接」的「交接」里核对后签字。</p>`,
    level: 'important',
    userIds: [row.takerId],
    departmentId: row.departmentId,
  });
}

/** The sheet as of now, with the figures of its giver; nothing of somebody who can do nothing any more. */
async function renewed(tx: Db, { traceId }: Viewer, { giverId, fromAt }: Stored) {
  const giver = await viewerOfUser(giverId, traceId);
  return giver ? filled(tx, giver, { from: fromAt, to: new Date().toISOString() }) : {};
}

const idsOf = (some: readonly { id: string }[]) =>
  some
    .map(({ id }) => id)
    .sort()
    .join();

/**
 * The taker's signature: what the giver holds and owes becomes theirs, and stands in the sheet as it was handed over. Where the
 * giver holds other cases than the taker was shown, the sheet is renewed and not signed; true when it was signed.
 */
async function take(change: Change, viewer: Viewer, row: Stored, shown: readonly string[]): Promise<boolean> {
  const { tx } = change;
  const name = await nameOf(tx, row.giverId);
  if (row.giverSignedAt === null) throw new Problem(409, `请 ${name} 先签字`);
  const [cases, owed] = [await casesHeld(tx, row.giverId), await followUpsOwed(tx, row.giverId)];
  const sheet = { ...(await renewed(tx, viewer, row)), openWarns: json(cases), followUps: json(owed) };
  const write = tx.updateTable('handover').where('id', '=', row.id);
  if (idsOf(cases) !== idsOf(shown.map((id) => ({ id })))) {
    await write.set(sheet).execute();
    return false;
  }
  await takeOverCases(change, viewer, { id: row.giverId, name }, row.id);
  await passFollowUps(
    change,
    viewer,
    name,
    owed.map(({ id }) => id),
  );
  await write.set({ ...sheet, state: 'signed', takerSignedAt: now }).execute();
  return true;
}

/** Signs as giver or taker; with the second signature the sheet stays as it is. */
export async function signHandover(
  viewer: Viewer,
  { id, note, openWarnIds }: InputOf<Api['signHandover']>,
): Promise<Sheet> {
  const signed = await command(viewer, async (change) => {
    const { tx } = change;
    const row = await locked(tx, viewer, id);
    if (row.state === 'signed') throw new Problem(409, '双方已签字，不能再改');
    if (row.giverId !== viewer.userId && row.takerId !== viewer.userId)
      throw new Problem(403, '只有交班人和接班人可以签字');
    if (row.giverId === viewer.userId) await give(change, viewer, row);
    else if (!(await take(change, viewer, row, openWarnIds ?? (await sheetOf(tx, viewer, id)).openWarnIds)))
      return null;
    await addNote(tx, viewer, id, 'note', note);
    return sheetOf(tx, viewer, id);
  });
  if (!signed) throw new Problem(409, '未结告警有变化，交接班单已更新，请核对后再签字');
  return signed;
}

/** What stands beside a sheet: notes of the two, instructions of a leader, and after the signatures what is put right. */
export async function addHandoverNote(viewer: Viewer, { id, note }: InputOf<Api['addHandoverNote']>): Promise<Sheet> {
  if (note.trim() === '') throw invalidField('note', '请写备注', 'required');
  return command(viewer, async ({ tx }) => {
    const row = await locked(tx, viewer, id);
    const party = row.giverId === viewer.userId || row.takerId === viewer.userId;
    await addNote(tx, viewer, id, row.state === 'signed' ? 'correction' : party ? 'note' : 'instruction', note);
    return sheetOf(tx, viewer, id);
  });
}
