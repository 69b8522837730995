import type { Selectable } from 'kysely';
import { followUpsOwed, handOverFollowUps } from '#features/followUp/server/service.ts';
import type { handoverApi } from '#features/handover/contract.ts';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { leaveAfterHandover } from '#features/seat/server/service.ts';
import { nameOf } from '#features/user/server/service.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { Handover } from '#server/db/tables.ts';
import { json, now } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Sheet } from './figures.ts';
import { addNote } from './note.ts';
import { sheetOf } from './read.ts';
import { fillColumns } from './sheetValues.ts';
import { heldWarnsOf, takeOverWarns } from './takeOver.ts';

type Api = typeof handoverApi;
type Stored = Selectable<Handover>;

/** Returns and locks the sheet; 404 if the viewer may not read it. */
async function lockHandover(tx: Db, viewer: Viewer, id: string): Promise<Stored> {
  await sheetOf(tx, viewer, id);
  const row = await tx.selectFrom('handover').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('交接班单');
  return row;
}

/** Signs the stored sheet as giver and sends the taker a notice. */
async function signAsGiver(ctx: CommandContext, viewer: Viewer, row: Stored): Promise<void> {
  await ctx.tx.updateTable('handover').set({ giverSignedAt: now }).where('id', '=', row.id).execute();
  await sendNotice(ctx, viewer, {
    title: `交接班：${viewer.name} 等你签字接班`,
    content: `<p>${plainAsHtml(viewer.name)} 已在交接班单上签字。请在「SOS 告警 · 排班与交接」的「交接」里核对后签字。</p>`,
    level: 'important',
    userIds: [row.takerId],
    departmentId: row.departmentId,
  });
}

const idsOf = (rows: readonly { id: string }[]) =>
  rows
    .map(({ id }) => id)
    .sort()
    .join();

/**
 * Returns whether the giver's open alarms differ from the sheet, or the sheet lacks a follow-up. Completed follow-ups
 * do not count.
 */
async function isOutdated(tx: Db, { giverId, untilAt }: Stored, sheet: Sheet): Promise<boolean> {
  const cases = await heldWarnsOf(tx, giverId);
  const owed = await followUpsOwed(tx, giverId, untilAt);
  return idsOf(cases) !== idsOf(sheet.openWarns) || owed.some(({ id }) => !sheet.followUpIds.includes(id));
}

/** Refills the sheet up to now and removes the giver's signature; a giver who had signed gets a notice. */
async function renew(ctx: CommandContext, viewer: Viewer, row: Stored): Promise<void> {
  const giver = await viewerOfUser(row.giverId, viewer.traceId);
  const to = new Date().toISOString();
  // Counts of a giver whose account is disabled stay unchanged.
  const sheet = giver
    ? await fillColumns(ctx.tx, giver, { from: row.fromAt, to })
    : {
        untilAt: to,
        openWarns: json(await heldWarnsOf(ctx.tx, row.giverId)),
        followUps: json(await followUpsOwed(ctx.tx, row.giverId, to)),
      };
  await ctx.tx
    .updateTable('handover')
    .set({ ...sheet, giverSignedAt: null })
    .where('id', '=', row.id)
    .execute();
  if (row.giverSignedAt === null) return;
  await sendNotice(ctx, viewer, {
    title: '交接班单已更新，请重新签字',
    content: `<p>签字后你手上的告警或回访有变化，交接班单已更新。请在「SOS 告警 · 排班与交接」的「交接」里核对后重新签字，${plainAsHtml(await nameOf(ctx.tx, row.takerId))} 才能接班。</p>`,
    level: 'important',
    userIds: [row.giverId],
    departmentId: row.departmentId,
  });
}

/** Signs as taker: the sheet's alarms and follow-ups move to the taker, and the giver's seat is set to 离开. */
async function signAsTaker(ctx: CommandContext, viewer: Viewer, row: Stored): Promise<void> {
  const { tx } = ctx;
  const name = await nameOf(tx, row.giverId);
  const owed = await followUpsOwed(tx, row.giverId, row.untilAt);
  await takeOverWarns(ctx, viewer, { id: row.giverId, name }, row.id);
  await handOverFollowUps(
    ctx,
    viewer,
    name,
    owed.map(({ id }) => id),
  );
  await tx.updateTable('handover').set({ state: 'signed', takerSignedAt: now }).where('id', '=', row.id).execute();
  await leaveAfterHandover(ctx, row.giverId);
}

/** Requires that the viewer's signature is the next one; else 403 or 409. */
async function requireTurn(tx: Db, viewer: Viewer, row: Stored): Promise<void> {
  if (row.state === 'signed') throw new Problem(409, '双方已签字，不能再改');
  if (row.giverId !== viewer.userId && row.takerId !== viewer.userId)
    throw new Problem(403, '只有交班人和接班人可以签字');
  if (row.giverId === viewer.userId && row.giverSignedAt !== null)
    throw new Problem(409, `你已签字，等 ${await nameOf(tx, row.takerId)} 签字接班`);
  if (row.takerId === viewer.userId && row.giverSignedAt === null)
    throw new Problem(409, `请 ${await nameOf(tx, row.giverId)} 先签字`);
}

/** Signs the stored sheet as giver or taker; an outdated sheet is renewed instead and needs both signatures. */
export async function signHandover(
  viewer: Viewer,
  { id, note, openWarnIds, to }: InputOf<Api['signHandover']>,
): Promise<Sheet> {
  const answer = await command(viewer, async (ctx): Promise<Sheet | Problem> => {
    const { tx } = ctx;
    const row = await lockHandover(tx, viewer, id);
    await requireTurn(tx, viewer, row);
    const sheet = await sheetOf(tx, viewer, id);
    const isGiver = row.giverId === viewer.userId;
    if (await isOutdated(tx, row, sheet)) {
      await renew(ctx, viewer, row);
      const next = isGiver ? '请核对后再签字' : `请 ${await nameOf(tx, row.giverId)} 重新签字`;
      return new Problem(409, `未结告警或待回访有变化，交接班单已更新，${next}`);
    }
    const shown = openWarnIds && idsOf(openWarnIds.map((warnId) => ({ id: warnId })));
    if ((shown ?? idsOf(sheet.openWarns)) !== idsOf(sheet.openWarns) || (to ?? sheet.to) !== sheet.to)
      throw new Problem(409, '交接班单已更新，请核对后再签字');
    await (isGiver ? signAsGiver : signAsTaker)(ctx, viewer, row);
    await addNote(tx, viewer, id, 'note', note);
    return sheetOf(tx, viewer, id);
  });
  if (answer instanceof Problem) throw answer;
  return answer;
}

/** Adds a note of giver or taker, an instruction of another reader, or after the signatures a correction. */
export async function addHandoverNote(viewer: Viewer, { id, note }: InputOf<Api['addHandoverNote']>): Promise<Sheet> {
  if (note.trim() === '') throw invalidField('note', '请写备注', 'required');
  return command(viewer, async ({ tx }) => {
    const row = await lockHandover(tx, viewer, id);
    const party = row.giverId === viewer.userId || row.takerId === viewer.userId;
    await addNote(tx, viewer, id, row.state === 'signed' ? 'correction' : party ? 'note' : 'instruction', note);
    return sheetOf(tx, viewer, id);
  });
}
