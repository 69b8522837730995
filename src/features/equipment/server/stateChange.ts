import { sql } from 'kysely';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { bigints } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { type EquipmentState, movesOf, type StateInput } from '../contract/state.ts';
import { runAfterStateChange } from './equipmentHooks.ts';
import { lockEquipment } from './lockEquipment.ts';

type Api = typeof equipmentApi;
type StateChange = OutputOf<Api['getStateChangeList']>;

/**
 * Changes the state of devices, with a history entry for each that changes. `by`: user id; 0 for the product itself.
 */
export async function enterState(
  tx: Db,
  by: string,
  ids: readonly string[],
  state: EquipmentState,
  reason: string,
): Promise<void> {
  if (ids.length === 0) return;
  const changed = await tx.returning(sql<{ id: string; from: string }>`
    with former as (select id, state from equipment where id = any(${bigints(ids)}) and state <> ${state}),
    changed as (update equipment e set state = ${state} from former f where e.id = f.id)
    insert into equipment_state_change (equipment_id, from_state, state, reason, created_by)
    select id, state, ${state}, ${reason}, nullif(${by}::bigint, 0) from former
    returning equipment_id::text as id, from_state as "from"`);
  if (changed.length === 0) return;
  await runAfterStateChange(tx, { by, devices: changed, state, reason });
}

/** Returns why a device cannot enter a state now; undefined when it can. */
export function refusal(row: StateInput, state: EquipmentState): string | undefined {
  const from = labelOf('equipment_state', row.state);
  if (row.state === state) return `设备已经是「${from}」`;
  if (row.state === 'scrapped') return '设备已报废，不能再改变状态';
  if (movesOf(row).includes(state)) return undefined;
  if (row.customerId !== null && ['stock', 'issued', 'scrapped'].includes(state))
    return '设备还绑定着客户，请先解绑或更换';
  if (state === 'in_use' && row.customerId === null) return '设备没有绑定客户，不能改为「使用中」';
  if (state === 'in_use' && row.testKind === 'none') return '设备还没有经过现场测试，测试通过后自动变为「使用中」';
  if (state === 'activated') return '「已激活」由设备的第一条消息产生，不能手工设置';
  return `「${from}」的设备不能改为「${labelOf('equipment_state', state)}」`;
}

/** Returns the test result of the current binding; `none` without a binding. */
export async function testKindOf(tx: Db, id: string): Promise<StateInput['testKind']> {
  const row = await tx
    .selectFrom('equipmentBinding')
    .select('testKind')
    .where('equipmentId', '=', id)
    .where('unboundAt', 'is', null)
    .executeTakeFirst();
  return row?.testKind ?? 'none';
}

/** Changes a device's state by hand. Messages are received in every state. 409 gives the reason. */
export async function updateEquipmentState(
  viewer: Viewer,
  { id, state, reason }: InputOf<typeof equipmentApi.updateEquipmentState>,
): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await lockEquipment(tx, viewer, id);
    const refusalText = refusal({ ...row, testKind: await testKindOf(tx, id) }, state);
    if (refusalText) throw new Problem(409, refusalText, { state: row.state });
    await enterState(tx, viewer.userId, [id], state, reason.trim());
  });
  return null;
}

/**
 * Activates stock and issued devices on their first message. The caller has locked `device_state`. A row locked by
 * another transaction is skipped until the next message, so that no alarm waits.
 */
export async function activateHeard({ tx }: CommandContext, ids: readonly string[], receivedAt: string): Promise<void> {
  if (ids.length === 0) return;
  const activated = await tx.returning(sql<{ id: string; state: string }>`
    update equipment set activated_at = ${receivedAt}::timestamptz where id in (
      select id from equipment where id = any(${bigints(ids)}) and activated_at is null order by id for no key update skip locked)
    returning id::text, state`);
  const waiting = activated.filter(({ state }) => state === 'stock' || state === 'issued');
  await enterState(
    tx,
    '0',
    waiting.map(({ id }) => id),
    'activated',
    '收到第一条消息',
  );
}

/** Returns the state changes of a device with user and reason, newest first. */
export async function getStateChangeList(
  viewer: Viewer,
  input: InputOf<Api['getStateChangeList']>,
): Promise<Paged<StateChange>> {
  const { limit, offset, order } = pageOf(input, { at: sql`c.at` }, sql`c.at desc, c.id desc`);
  const changes = db
    .selectFrom('equipmentStateChange as c')
    .innerJoin(scoped(viewer, 'equipment'), 'equipment.id', 'c.equipmentId')
    .where('equipment.id', '=', input.equipmentId);
  const [rows, count] = await Promise.all([
    changes
      .leftJoin('user', 'user.id', 'c.createdBy')
      .select(['c.id', 'c.at', 'c.fromState as from', 'c.state', 'c.reason', 'user.name as byName'])
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .execute(),
    countOf(changes.select('c.id')),
  ]);
  return {
    rows: rows.map((row) => ({
      ...row,
      from: row.from as StateChange['from'],
      state: row.state as StateChange['state'],
    })),
    count,
  };
}
