import { sql } from 'kysely';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { type EquipmentState, movesOf, type StateInput } from '../contract/state.ts';
import { runAfterStateChange } from './equipmentHooks.ts';
import { lockEquipment } from './lockEquipment.ts';

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
