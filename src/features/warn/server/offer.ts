import { sql } from 'kysely';
import { channelsOf } from '#features/channel/server/service.ts';
import { seatStatesOf } from '#features/seat/server/service.ts';
import type { Colleague } from '#features/user/server/service.ts';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { Change } from '#server/feature/command.ts';
import { ableToTake, type StoredWarn } from './access.ts';
import { tellStaff } from './outside.ts';
import { patch } from './patch.ts';
import { occasionOf, toldBy } from './rungNotice.ts';
import { addStep } from './steps.ts';
import { tell } from './tell.ts';

/**
 * Half the limit is over: louder, and offered to the idle seat that has nothing open and was offered one longest ago. Where one
 * person alone is there nothing is offered, for they see to it in their own order: they and the leader are told by every channel
 * that the project has (domain.md 8.10).
 */
export async function offer(change: Change, row: StoredWarn): Promise<void> {
  const { tx } = change;
  const able = await ableToTake(tx, row);
  const states = await seatStatesOf(tx, able);
  const [first, ...others] = able.filter(({ id }) => states.get(id) !== 'away');
  if (first && others.length === 0) await callFor(tx, row, first);
  else {
    const idle = able.filter(({ id, online }) => online && states.get(id) === 'idle');
    await offerTo(tx, row, idle);
  }
  tell(change, row, 'changed');
}

async function offerTo(tx: Db, row: StoredWarn, idle: readonly Colleague[]): Promise<void> {
  const seat = await longestIdle(
    tx,
    idle.map(({ id }) => id),
  );
  const name = idle.find(({ id }) => id === seat)?.name;
  if (seat) await patch({ tx, row }, { offeredTo: seat });
  const note = name ? `派给空闲坐席 ${name}` : '没有空闲坐席';
  await addStep(tx, row, system(), 'note', `超过一半时限未接警，${note}`, { rung: 0, offeredTo: seat ?? null });
}

/** By every channel at once, to whoever is there alone and to the leader. */
async function callFor(tx: Db, row: StoredWarn, alone: Colleague): Promise<void> {
  const channels = [...new Set((await channelsOf(tx, row.projectId)).map(({ kind }) => kind))];
  const { people } = await toldBy(tx, 'leader', row);
  const told = [alone, ...people.filter(({ id }) => id !== alone.id)];
  const sent = await tellStaff(tx, occasionOf(row, 'claim', 0), row, told, { channels, instead: [] });
  const note = `超过一半时限未接警，只有 ${alone.name} 一人在岗，不自动派单${sent || '；没有可用的渠道，没有另外通知'}`;
  await addStep(tx, row, system(), 'note', note, { rung: 0, offeredTo: null, alone: alone.id });
}

async function longestIdle(tx: Db, users: string[]): Promise<string | null> {
  if (users.length === 0) return null;
  const found = await sql<{ id: string }>`
    select u.id::text from unnest(${users}::bigint[]) as u (id)
    where not exists (select 1 from warn w where w.handler_id = u.id and w.status = 'handling')
      and not exists (select 1 from warn w where w.offered_to = u.id and w.status = 'pending')
    order by (select max(s.at) from warn_step s where s.kind = 'note' and s.data ->> 'offeredTo' = u.id::text and s.at > now() - interval '1 day') asc nulls first, random() limit 1`.execute(
    tx,
  );
  return found.rows[0]?.id ?? null;
}
