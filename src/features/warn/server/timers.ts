import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { limitsOf } from '#features/project/server/service.ts';
import { isStopping } from '#server/core/lifecycle.ts';
import { log } from '#server/core/log.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { type Change, command } from '#server/feature/command.ts';
import { lockedWarn, type StoredWarn } from './access.ts';
import { progressTarget, targetName, waysOf } from './ladder.ts';
import { offer } from './offer.ts';
import { tellContacts, tellStaff } from './outside.ts';
import { patch } from './patch.ts';
import { type Climbed, occasionOf, putInInboxes, type Target, toldBy, toldText } from './rungNotice.ts';
import { addStep } from './steps.ts';
import { isStranger, tell } from './tell.ts';

type Timer = { warn_id: string; kind: 'claim' | 'progress' | 'arrival' | 'receiver'; rung: number; name: string };

const batch = 20;

/** Batches at the same time where more are due than one takes: each waits for the database most of its time. */
const together = 3;

/**
 * Fires what is due: each rung once, by whichever node comes first (`skip locked`), on record and loudly. An alarm that
 * somebody is just working on waits for the next turn: taking it and climbing never wait for each other in a ring.
 * Answers how many fired.
 */
export async function fireDue(): Promise<number> {
  const first = await fireBatch();
  if (first < batch) return first;
  const more = await Promise.all(Array.from({ length: together }, fireOn));
  return more.reduce((sum, n) => sum + n, first);
}

/** One batch after the other until nothing is left. */
async function fireOn(): Promise<number> {
  let fired = 0;
  // After an outage thousands may be due: a stop does not wait for them, the next start goes on.
  for (let n = batch; n === batch && !isStopping(); fired += n) n = await fireBatch();
  return fired;
}

function fireBatch(): Promise<number> {
  return command(system(newTrace()), async (change) => {
    const due = await sql<Timer>`
      select t.warn_id::text, t.kind, t.rung, t.name from warn_timer t join warn w on w.id = t.warn_id
      where t.done_at is null and t.due_at <= now() order by t.due_at limit ${batch} for update of t, w skip locked`.execute(
      change.tx,
    );
    const climbed: Climbed[] = [];
    for (const timer of due.rows) {
      const one = await fire(change, timer);
      if (one) climbed.push(one);
    }
    await putInInboxes(change, climbed);
    return due.rows.length;
  });
}

async function fire(change: Change, timer: Timer): Promise<Climbed | null> {
  const { tx } = change;
  await sql`update warn_timer set done_at = now() where warn_id = ${timer.warn_id} and kind = ${timer.kind} and rung = ${timer.rung}`.execute(
    tx,
  );
  const row = await lockedWarn(tx, timer.warn_id);
  if (!row || !stillDue(row, timer)) return null;
  if (timer.kind === 'claim' && timer.name === 'contacts') return tellContacts(change, row, timer.rung);
  if (timer.kind !== 'claim' || timer.rung !== 0) return climb(change, row, timer);
  await offer(change, row);
  return null;
}

function stillDue(row: StoredWarn, timer: Timer): boolean {
  if (timer.kind === 'claim' || timer.kind === 'receiver') return row.status === 'pending';
  return row.status === 'handling';
}

function targetOf({ kind, rung, name }: Timer): Target {
  if (kind === 'progress') return progressTarget(rung);
  return name === 'duty' || name === 'manager' || name === 'admin' ? name : 'leader';
}

/** Up one rung: escalation counts, the timeline says who is told and who was not reached, every screen in scope rings anew. */
async function climb(change: Change, row: StoredWarn, timer: Timer): Promise<Climbed> {
  const { tx } = change;
  const wanted = targetOf(timer);
  const { target, people } = await toldBy(tx, wanted, row);
  const limits = (await limitsOf(tx, [row.projectId])).get(row.projectId);
  const ways = waysOf(limits ?? { ladder: [] }, wanted, timer.kind === 'claim' ? timer.rung : null);
  const outside = await tellStaff(tx, occasionOf(row, timer.kind, timer.rung), row, people, ways);
  const why = await reason(tx, row, timer);
  const stranger = isStranger(row);
  const whom = `${target === wanted || stranger ? '' : '现在没有人当班，'}${targetName(target, stranger)}`;
  await patch({ tx, row }, { escalation: row.escalation + 1, overdue: true });
  await addStep(tx, row, system(), 'escalated', `${why}，${toldText(whom, people)}${outside}`, {
    cause: timer.kind,
    rung: timer.rung,
    target,
    people,
    escalation: row.escalation + 1,
  });
  if (timer.kind === 'progress' && timer.rung % 2 === 1) await nextStall(tx, row, timer.rung);
  tell(change, row, 'escalated');
  return { row, timer, why, people };
}

async function reason(tx: Db, row: StoredWarn, timer: Timer): Promise<string> {
  if (timer.kind === 'progress') {
    const limits = (await limitsOf(tx, [row.projectId])).get(row.projectId);
    return `${limits?.progressSeconds ?? 600} 秒没有新的处置`;
  }
  if (timer.kind === 'arrival') return '派出后 15 分钟无人到场';
  return `等待 ${Math.round((Date.now() - Date.parse(row.waitingSince)) / 1000)} 秒未接警`;
}

/** Still no step after the leader was told: the platform's administrator is next. */
async function nextStall(tx: Db, row: StoredWarn, rung: number): Promise<void> {
  const limits = (await limitsOf(tx, [row.projectId])).get(row.projectId);
  await sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    values (${row.id}, 'progress', ${rung + 1}, now() + make_interval(secs => ${limits?.progressSeconds ?? 600}), 'admin') on conflict do nothing`.execute(
    tx,
  );
}

const overdue = new Gauge({
  name: 'anhao_timers_overdue',
  help: 'escalation steps more than 30 s late',
});

/** Says when steps are late: nobody fires them, or the database cannot. */
export async function auditTimers(): Promise<number> {
  const found = await sql<{
    n: number;
  }>`select count(*)::int as n from warn_timer where done_at is null and due_at < now() - interval '30 seconds'`.execute(
    db,
  );
  const n = found.rows[0]?.n ?? 0;
  overdue.set(n);
  if (n > 0) log.error({ overdue: n }, 'escalation steps are overdue');
  return n;
}
