import { sql } from 'kysely';
import type { seatApi } from '#features/seat/contract.ts';
import { viewerOfUser } from '#server/auth/userViewer.ts';
import { newTrace } from '#server/core/trace.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { assignmentsOf } from '#server/feature/assignments.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { SeatState } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { getSeat } from './list.ts';
import { isOperator } from './operatorRole.ts';
import { emitSeatEvent } from './seatEvents.ts';

type Api = typeof seatApi;

/** Seconds until 整理 ends automatically (domain.md 8.2). */
const wrapUpSeconds = 120;
/** Seconds without a sign of life until a seat counts as left; streams are recorded every 15 s. */
const goneSeconds = 40;

/**
 * Sets the state of the viewer's seat; takes one if there was none. Setting the present state again keeps its
 * beginning.
 */
export async function setSeatState(
  viewer: Viewer,
  { state }: InputOf<Api['setSeatState']>,
): Promise<OutputOf<Api['setSeatState']>> {
  await command(viewer, (ctx) => put(ctx, viewer.userId, state));
  return getSeat(viewer);
}

async function put(ctx: CommandContext, userId: string, state: SeatState): Promise<void> {
  await sql`
    insert into seat (user_id, state, until)
    values (${userId}, ${state}, case when ${state} = 'wrap_up' then now() + make_interval(secs => ${wrapUpSeconds}) end)
    on conflict (user_id) do update set state = excluded.state, until = excluded.until, resume = null, off_duty = false,
      since = case when seat.state = excluded.state and excluded.state <> 'wrap_up' then seat.since else now() end`.execute(
    ctx.tx,
  );
  emitSeatEvent(ctx, userId);
}

/** Gives the seat up: users who are not operators are offered nothing from now on. */
export async function leaveSeat(viewer: Viewer): Promise<null> {
  await command(viewer, (ctx) => drop(ctx, viewer.userId));
  return null;
}

async function drop(ctx: CommandContext, userId: string): Promise<void> {
  await ctx.tx.deleteFrom('seat').where('userId', '=', userId).execute();
  emitSeatEvent(ctx, userId);
}

/**
 * Sets 离开 after a handover: operators return by the next login or by setting a state, other users lose the seat.
 * @param userId user of the seat; a deleted or disabled account has none
 */
export async function leaveAfterHandover(ctx: CommandContext, userId: string): Promise<void> {
  const viewer = await viewerOfUser(userId, newTrace());
  if (!viewer || !isOperator((key) => viewer.permissions.has(key))) return drop(ctx, userId);
  await sql`
    insert into seat (user_id, state, off_duty) values (${userId}, 'away', true)
    on conflict (user_id) do update set state = excluded.state, until = null, resume = null, off_duty = true,
      since = case when seat.state = 'away' then seat.since else now() end`.execute(ctx.tx);
  emitSeatEvent(ctx, userId);
}

/**
 * Starts 整理 after a warn: an idle seat without other warns gets two minutes to finish notes. Seats in 示忙 and users
 * without a seat stay unchanged.
 */
export async function beginWrapUp(ctx: CommandContext, viewer: Viewer): Promise<void> {
  const row = await ctx.tx
    .selectFrom('seat')
    .select('state')
    .where('userId', '=', viewer.userId)
    .forUpdate()
    .executeTakeFirst();
  const state = row?.state ?? (isOperator((key) => viewer.permissions.has(key)) ? 'idle' : 'away');
  if (state !== 'idle' || (await assignmentsOf(ctx.tx, [viewer.userId])).length > 0) return;
  await put(ctx, viewer.userId, 'wrap_up');
}

/**
 * Ends expired 整理; finds users who left, and who returned: their seat state is restored, after a new login idle. After
 * a handover only a new login restores it. Operators without a stored seat get one by presence.
 * @returns number of changed seats
 */
export async function sweepSeats(): Promise<number> {
  return command(system(newTrace()), async (ctx) => {
    const rows = await ctx.tx.returning(sql<{ id: string }>`
      update seat s set state = n.state, since = n.since, until = null, resume = n.resume, off_duty = false
      from (
        select s.user_id, case
            when s.state = 'wrap_up' and s.until <= now() then 'idle'
            when s.state = 'away' and p.there and (not s.off_duty or ${loggedInSince}) then case when ${loggedInSince} then 'idle' else coalesce(s.resume, 'idle') end
            when s.state <> 'away' and not p.there and s.since < now() - make_interval(secs => ${goneSeconds}) then 'away'
          end as state,
          case
            when s.state = 'wrap_up' and s.until <= now() then s.until
            when s.state = 'away' then now()
            else greatest(s.since, p.seen_at)
          end as since,
          case when s.state in ('idle', 'busy', 'break') then s.state when s.state = 'wrap_up' then 'idle' end as resume
        from seat s left join lateral (
          select max(q.seen_at) as seen_at, coalesce(max(q.seen_at) > now() - make_interval(secs => ${goneSeconds}), false) as there
          from presence q where q.user_id = s.user_id) p on true
        for update of s skip locked
      ) n
      where s.user_id = n.user_id and n.state is not null
      returning s.user_id::text as id`);
    const moved = await ctx.tx.returning(sql<{ id: string }>`
      update presence p set there = not p.there
      from (
        select user_id from presence where there <> (seen_at > now() - make_interval(secs => ${goneSeconds}))
        order by user_id for update skip locked
      ) n
      where p.user_id = n.user_id returning p.user_id::text as id`);
    const changed = new Set([...rows, ...moved].map(({ id }) => id));
    for (const id of changed) emitSeatEvent(ctx, id);
    return changed.size;
  });
}

const loggedInSince = sql`exists (select 1 from session l where l.user_id = s.user_id and l.created_at > s.since)`;
