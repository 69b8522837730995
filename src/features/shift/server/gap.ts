import { type RawBuilder, sql } from 'kysely';
import { plainAsHtml, sendNotice, takeBackNotice } from '#features/notice/server/service.ts';
import { seatStatesOf } from '#features/seat/server/service.ts';
import { type Colleague, peopleOfRole, peopleWith } from '#features/user/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { type Change, command } from '#server/feature/command.ts';

/** A turn that has begun so lately is not missed yet, minutes: people come in, log in and take their seats. */
const graceMinutes = 5;

type Reason = 'no_roster' | 'nobody_there';

/** A project some of whose people are or were on the roster this week; it has an open gap or not. */
interface Watched {
  id: string;
  name: string;
  departmentId: string;
  gapId: string | null;
  noticeId: string | null;
}

const why: Record<Reason, string> = {
  no_roster: '现在没有人排班',
  nobody_there: '现在排班的人都不在坐席',
};

const thisWeek = sql`r.until_at > now() - interval '7 days' and r.from_at < now() + interval '7 days'`;

/** Projects that keep a roster: somebody of them has a turn within a week of now. Those with an open gap stay until it ends. */
async function watched(): Promise<Watched[]> {
  const found = await sql<Watched>`
    select p.id::text, p.name, p.department_id::text as "departmentId", g.id::text as "gapId", g.notice_id::text as "noticeId"
    from project p left join shift_gap g on g.project_id = p.id and g.ended_at is null
    where p.deleted_at is null and p.status <> 'closed' and (g.id is not null or exists (
      select 1 from shift_turn r join "user" u on u.id = r.user_id and u.deleted_at is null and u.status = 'enabled'
      where r.deleted_at is null and ${thisWeek}
        and (u.project_ids is null or p.id = any(u.project_ids))))
    order by p.id`.execute(db);
  return found.rows;
}

interface Turns {
  now: string[];
  /** A turn has begun or ended within the grace. */
  fresh: boolean;
}

async function turnsOf(tx: Db, projectId: string, able: readonly Colleague[]): Promise<Turns | null> {
  const changes = (at: RawBuilder<unknown>) =>
    sql`${at} <= now() and ${at} > now() - make_interval(mins => ${graceMinutes})`;
  const found = await sql<{ id: string; now: boolean; fresh: boolean }>`
    select r.user_id::text as id, r.from_at <= now() and r.until_at > now() as now,
      ${changes(sql`r.from_at`)} or ${changes(sql`r.until_at`)} as fresh
    from shift_turn r join "user" u on u.id = r.user_id
    where r.deleted_at is null and r.user_id = ${any(able.map(({ id }) => id))}
      and (u.project_ids is null or ${projectId}::bigint = any(u.project_ids)) and ${thisWeek}`.execute(tx);
  if (found.rows.length === 0) return null;
  return { now: found.rows.filter((row) => row.now).map((row) => row.id), fresh: found.rows.some((row) => row.fresh) };
}

/** Why nobody is on duty in the project; null: somebody is, a turn changes just now, or no roster is kept. */
async function gapIn(tx: Db, projectId: string): Promise<Reason | null> {
  const able = await peopleWith(tx, 'warn:claim', null);
  const turns = await turnsOf(tx, projectId, able);
  if (!turns || turns.fresh) return null;
  const rostered = able.filter(({ id }) => turns.now.includes(id));
  if (rostered.length === 0) return 'no_roster';
  const states = await seatStatesOf(tx, rostered);
  return rostered.every(({ id }) => states.get(id) === 'away') ? 'nobody_there' : null;
}

/** Leaders, managers and administrators of the project, each once. */
async function toldOf(tx: Db, project: Watched): Promise<string[]> {
  const place = { departmentId: project.departmentId, projectId: project.id };
  const people = [];
  for (const role of ['leader', 'area', 'admin']) people.push(...(await peopleOfRole(tx, role, place)));
  return [...new Set(people.map(({ id }) => id))];
}

async function begin(change: Change, project: Watched, reason: Reason): Promise<boolean> {
  const made = await sql<{ id: string }>`
    insert into shift_gap (project_id, reason) values (${project.id}, ${reason}) on conflict do nothing returning id::text`.execute(
    change.tx,
  );
  const [gap] = made.rows;
  if (!gap) return false;
  const noticeId = await sendNotice(change, system(), {
    title: `无人值班：${project.name}`,
    content: `<p>项目「${plainAsHtml(project.name)}」${why[reason]}，新告警可能无人接警。请打开「SOS 告警 · 排班与交接」安排人员。</p>`,
    level: 'urgent',
    userIds: await toldOf(change.tx, project),
    departmentId: project.departmentId,
  });
  await sql`update shift_gap set notice_id = ${noticeId} where id = ${gap.id}`.execute(change.tx);
  return true;
}

async function end(change: Change, { gapId, noticeId }: Watched): Promise<boolean> {
  const ended = await sql`update shift_gap set ended_at = now() where id = ${gapId} and ended_at is null`.execute(
    change.tx,
  );
  if (!ended.numAffectedRows) return false;
  if (noticeId) await takeBackNotice(change, noticeId, '已有人值班');
  return true;
}

/**
 * Finds the projects that keep a roster and stand without anybody: told once to leaders, managers and administrators, and taken
 * back when somebody is there. Answers how many began or ended.
 */
export async function watchDuty(): Promise<number> {
  let changed = 0;
  for (const project of await watched()) {
    const reason = await gapIn(db, project.id);
    if ((reason === null) === (project.gapId === null)) continue;
    const done = await command(system(newTrace()), (change) =>
      reason === null ? end(change, project) : begin(change, project, reason),
    );
    if (done) changed += 1;
  }
  return changed;
}
