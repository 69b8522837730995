import { sql } from 'kysely';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { takePlace } from '#features/project/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { texts } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { bind, release } from './binding.ts';
import { commandable } from './commands.ts';
import { takenInWords } from './identifiers.ts';
import { locked, mine } from './mine.ts';
import { insertDevice } from './register.ts';
import { enterState } from './stateChange.ts';
import { mustBeBindable, mustFit, wearerOf } from './wearer.ts';

type Api = typeof equipmentApi;
type Device = Awaited<ReturnType<typeof mine>>;

/** The device of that number that is at hand, or a new one of the old one's model, place and name. 409 and 400 say why not. */
async function successor(tx: Db, viewer: Viewer, old: Device, sn: string) {
  const known = await tx
    .selectFrom(scoped(viewer, 'equipment'))
    .select('equipment.id')
    .where('equipment.sn', '=', sn)
    .executeTakeFirst();
  if (!known) {
    const model = await tx.selectFrom('model').selectAll().where('id', '=', old.modelId).executeTakeFirstOrThrow();
    const place = { departmentId: old.departmentId, projectId: old.projectId };
    await takePlace(tx, old.projectId, 'equipment');
    return { ...(await insertDevice(tx, viewer, { sn }, { model, place })), ...place, activatedAt: null };
  }
  const [row] = await locked(tx, [known.id]);
  if (!row) throw invalidField('newSn', '设备不存在或不在你的范围');
  if (row.id === old.id) throw invalidField('newSn', '新设备和旧设备是同一台');
  if (row.customerId) throw new Problem(409, `设备 ${sn} 已绑定客户，请先解绑`);
  mustBeBindable(row);
  return { ...row, secret: null };
}

/** What people set on the old one and can be set on the new one, as commands that wait for it, days. */
const waits = 7;

/** The newest of each setting that was told to the old device is told to the new one; what a withdrawn consent asked for goes its own way. */
async function moveSettings(tx: Db, viewer: Viewer, from: string, to: string): Promise<void> {
  await sql`
    insert into equipment_command (equipment_id, command, params, valid_until, created_by)
    select distinct on (c.command) ${to}::bigint, c.command, c.params, now() + make_interval(days => ${waits}), ${viewer.userId}::bigint
    from equipment_command c join equipment e on e.id = ${to} join model m on m.id = e.model_id
    where c.equipment_id = ${from} and c.command in ('interval', 'contacts', 'heart_interval', 'quiet_hours', 'fall_sensitivity')
      and c.state in ('queued', 'sent', 'acknowledged') and not c.params ? 'hushed'
      and not exists (select 1 from equipment_command n where n.equipment_id = e.id and n.command = c.command and n.state = 'queued')
      and m.capabilities @> array[c.command] and m.protocol = any(${texts(commandable)})
    order by c.command, c.id desc`.execute(tx);
}

/**
 * Puts another device in the place of one that somebody has: whose it is, where it hangs and what it is called go over to it, the
 * old one goes to repair with the reason, and both stay in the person's history. The new one is not tried yet.
 */
export async function replaceEquipment(
  viewer: Viewer,
  { id, newSn, reason }: InputOf<Api['replaceEquipment']>,
): Promise<OutputOf<Api['replaceEquipment']>> {
  const why = reason.trim();
  return command(viewer, async ({ tx }) => {
    const old = await mine(tx, viewer, id);
    const person = old.customerId ? await wearerOf(tx, viewer, old.customerId) : undefined;
    if (!old.customerId || !person) throw new Problem(409, '设备没有绑定客户，不用更换');
    const fresh = await successor(tx, viewer, old, newSn);
    await mustFit(tx, fresh, person);
    await release(tx, viewer, [old], `更换为 ${newSn}：${why}`);
    await enterState(tx, viewer.userId, [old.id], 'repair', why);
    await bind(tx, viewer, fresh, person.id, { position: old.position });
    const { name, lat, lng, address } = old;
    await tx.updateTable('equipment').set({ name, lat, lng, address }).where('id', '=', fresh.id).execute();
    const model = await tx.selectFrom('model').select('name').where('id', '=', old.modelId).executeTakeFirstOrThrow();
    await tx.updateTable('equipment').set({ name: model.name }).where('id', '=', old.id).execute();
    await moveSettings(tx, viewer, old.id, fresh.id);
    return { id: fresh.id, secret: fresh.secret };
  }).catch((error: unknown) => takenInWords(error, 'newSn'));
}
