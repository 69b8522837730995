import { type RawBuilder, sql } from 'kysely';
import { plainAsHtml, sendNotice, withdrawInTransaction } from '#features/notice/server/service.ts';
import { notify, userRecipients } from '#features/notification/server/service.ts';
import { limitsOf } from '#features/project/server/service.ts';
import { seatStatesOf } from '#features/seat/server/service.ts';
import { type Colleague, usersOfRole, usersWith } from '#features/user/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { productZone } from '#server/db/zone.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { graceMinutes, presentAmong } from './short.ts';

type Reason = 'no_roster' | 'nobody_there';

/**
 * A project with an open gap, or with a roster (`kept`): its users have turns within a week of now and it is not
 * closed.
 */
interface WatchedProject {
  id: string;
  name: string;
  departmentId: string;
  gapId: string | null;
  noticeId: string | null;
  kept: boolean;
}

const reasonTexts: Record<Reason, string> = {
  no_roster: '现在没有人排班',
  nobody_there: '现在排班的人都不在坐席',
};

const thisWeek = sql`r.until_at > now() - interval '7 days' and r.from_at < now() + interval '7 days'`;

/** Returns projects that keep a roster (a user has a turn within a week of now), and those with an open gap. */
async function watchedProjects(): Promise<WatchedProject[]> {
  return db.rows(sql<WatchedProject>`
    select p.id::text, p.name, p.department_id::text as "departmentId", g.id::text as "gapId", g.notice_id::text as "noticeId", k.kept
    from project p left join shift_gap g on g.project_id = p.id and g.ended_at is null
    cross join lateral (select p.deleted_at is null and p.status <> 'closed' and exists (
      select 1 from shift_turn r join "user" u on u.id = r.user_id and u.deleted_at is null and u.status = 'enabled'
      where r.deleted_at is null and ${thisWeek} and (u.project_ids is null or p.id = any(u.project_ids))) as kept) k
    where g.id is not null or k.kept order by p.id`);
}

interface Turns {
  now: string[];
  /** True when a turn began or ended within the grace period. */
  fresh: boolean;
}

async function turnsOf(tx: Db, projectId: string, able: readonly Colleague[]): Promise<Turns | null> {
  const changes = (instant: RawBuilder<unknown>) =>
    sql`${instant} <= now() and ${instant} > now() - make_interval(mins => ${graceMinutes})`;
  const rows = await tx.rows(sql<{ id: string; now: boolean; fresh: boolean }>`
    select r.user_id::text as id, r.from_at <= now() and r.until_at > now() as now,
      ${changes(sql`r.from_at`)} or ${changes(sql`r.until_at`)} as fresh
    from shift_turn r join "user" u on u.id = r.user_id
    where r.deleted_at is null and r.user_id = ${any(able.map(({ id }) => id))}
      and (u.project_ids is null or ${projectId}::bigint = any(u.project_ids)) and ${thisWeek}`);
  if (rows.length === 0) return null;
  return { now: rows.filter((row) => row.now).map((row) => row.id), fresh: rows.some((row) => row.fresh) };
}

/**
 * Returns why no user is on duty in the project; null when there is one or no roster is kept. During a change of turns
 * a gap neither begins nor ends (`changing`).
 */
async function gapIn(tx: Db, projectId: string): Promise<Reason | 'changing' | null> {
  const able = await usersWith(tx, 'warn:claim', null);
  const turns = await turnsOf(tx, projectId, able);
  if (!turns) return null;
  const rostered = able.filter(({ id }) => turns.now.includes(id));
  const states = await seatStatesOf(tx, rostered);
  if (rostered.some(({ id }) => states.get(id) !== 'away')) return null;
  if (turns.fresh) return 'changing';
  return rostered.length === 0 ? 'no_roster' : 'nobody_there';
}

/** Returns leaders, managers and administrators of the project, each once. */
async function receiversOf(tx: Db, project: WatchedProject): Promise<string[]> {
  const place = { departmentId: project.departmentId, projectId: project.id };
  const users = [];
  for (const role of ['leader', 'area', 'admin']) users.push(...(await usersOfRole(tx, role, place)));
  return [...new Set(users.map(({ id }) => id))];
}

/**
 * Notifies them outside the screens, by the channels of the first rung for users: without users on duty no screen is
 * watched.
 */
async function notifyGap(
  tx: Db,
  { id, name, departmentId }: WatchedProject,
  gapId: string,
  type: string,
  ids: string[],
) {
  const limits = (await limitsOf(tx, [id])).get(id);
  const { channels = [], instead = [] } =
    limits?.ladder.find((rung) => rung.target !== 'contacts' && rung.channels?.length) ?? {};
  const zone = limits?.timeZone ?? productZone;
  const occurredAt = new Date().toISOString();
  const users = await userRecipients(
    tx,
    ids.map((rung) => ({ id: rung })),
  );
  const values = { name: '', place: name, type, state: '', link: '' };
  const about = { event: 'gap' as const, key: `gap:${gapId}`, warnId: null, projectId: id, departmentId, level: 1 };
  await notify(tx, [{ ...about, title: `无人值班 ${name}`, users, zone, channels, instead, occurredAt, values }]);
}

async function begin(ctx: CommandContext, project: WatchedProject, reason: Reason): Promise<boolean> {
  const [gap] = await ctx.tx
    .insertInto('shiftGap')
    .values({ projectId: project.id, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (!gap) return false;
  const userIds = await receiversOf(ctx.tx, project);
  const place = { departmentId: project.departmentId, projectId: project.id };
  const presentUsers = await presentAmong(ctx.tx, await usersWith(ctx.tx, 'warn:claim', place));
  const names = presentUsers.map(({ name }) => name).join('、');
  const noticeId = await sendNotice(ctx, system(), {
    title: `无人值班：${project.name}`,
    content: `<p>项目「${plainAsHtml(project.name)}」${reasonTexts[reason]}，新告警可能无人接警。${names ? `没有排班但在坐席的有：${plainAsHtml(names)}。` : '坐席上没有人。'}请打开「SOS 告警 · 排班与交接」安排人员。</p>`,
    level: 'urgent',
    userIds,
    departmentId: project.departmentId,
  });
  await notifyGap(ctx.tx, project, gap.id, reasonTexts[reason], userIds);
  await ctx.tx.updateTable('shiftGap').set({ noticeId }).where('id', '=', gap.id).execute();
  return true;
}

async function end(ctx: CommandContext, { gapId, noticeId }: WatchedProject): Promise<boolean> {
  const count = await ctx.tx.affected(
    sql`update shift_gap set ended_at = now() where id = ${gapId} and ended_at is null`,
  );
  if (!count) return false;
  if (noticeId) await withdrawInTransaction(ctx, noticeId, '已有人值班');
  return true;
}

/**
 * Finds projects with a roster but no user on duty: notifies leaders, managers and administrators once, and ends the
 * gap later. Returns how many gaps began or ended.
 */
export async function watchDuty(): Promise<number> {
  let changed = 0;
  for (const project of await watchedProjects()) {
    const reason = project.kept ? await gapIn(db, project.id) : null;
    if (reason === 'changing' || (reason === null) === (project.gapId === null)) continue;
    const done = await command(system(newTrace()), (ctx) =>
      reason === null ? end(ctx, project) : begin(ctx, project, reason),
    );
    if (done) changed += 1;
  }
  return changed;
}
