import { sql } from 'kysely';
import { equipmentApi } from '#features/equipment/contract.ts';
import type { Importer, ReadyRow } from '#features/import/server/service.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { ownershipForNew, quotasOf, reserveQuota } from '#features/project/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { lockForChange, update } from './edit.ts';
import { runAfterRegister } from './equipmentHooks.ts';
import { uniqueViolation } from './identifiers.ts';
import { equipmentSheet, validateEquipment } from './importValidation.ts';
import { lockRows } from './lockEquipment.ts';
import { insertDevice } from './register.ts';

type Input = InputOf<typeof equipmentApi.addEquipment>;

async function insert({ tx }: CommandContext, viewer: Viewer, data: unknown): Promise<string> {
  const { model: code, ...input } = data as Input;
  const model = await modelByCode(code);
  if (!model) throw invalidField('model', '没有这个型号');
  const place = await ownershipForNew(viewer, input);
  await reserveQuota(tx, place.projectId, 'equipment');
  return (await insertDevice(tx, viewer, input, { model, place })).id;
}

/** Fields of the input that a device has under another name. */
const stored: Readonly<Record<string, string>> = { simNumber: 'number' };

/** What the filled cells change of a known device; its SN is what it is known by, and the same file once more changes nothing. */
async function overwrite(ctx: CommandContext, viewer: Viewer, id: string, data: unknown): Promise<string> {
  const previous = await lockForChange(ctx.tx, viewer, id);
  const current = previous as unknown as Record<string, unknown>;
  const model = await db.selectFrom('model').select('code').where('id', '=', previous.modelId).executeTakeFirst();
  const changes = Object.fromEntries(
    Object.entries(data as Record<string, unknown>).filter(
      ([key, value]) => key !== 'sn' && value !== (key === 'model' ? model?.code : current[stored[key] ?? key]),
    ),
  );
  if (Object.keys(changes).length > 0) await update(ctx, viewer, previous, changes);
  return id;
}

async function written(ctx: CommandContext, viewer: Viewer, { action, objectId, data }: ReadyRow): Promise<string> {
  if (action === 'insert' || objectId === null) return insert(ctx, viewer, data);
  return overwrite(ctx, viewer, objectId, data);
}

/** A device that has left the store, or has spoken, is no mistake of a sheet any more. */
async function inUse(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; state: string; heard: boolean }>`
    select e.id::text, e.state, s.last_seen_at is not null as heard from equipment e
    left join device_state s on s.device_id = e.id
    where e.id = any(${bigints(ids)}) and (e.state <> 'stock' or s.last_seen_at is not null)`.execute(tx);
  return new Map(
    rows.map(({ id, state, heard }) => [
      id,
      heard ? '设备已经上报过，没有撤销' : `设备${labelOf('equipment_state', state)}，没有撤销`,
    ]),
  );
}

/** Devices by sheet. Known ones are recognised by SN, else by IMEI. */
const importer: Importer = {
  path: equipmentApi.importEquipment.path,
  name: '设备',
  sheets: [equipmentSheet],
  quotas: (viewer) => quotasOf(viewer, 'equipment'),
  validate: validateEquipment,
  async write(ctx, viewer, rows) {
    // With their state rows and in the order of their ids, as their messages lock them.
    await lockRows(
      ctx.tx,
      rows.flatMap(({ action, objectId }) => (action === 'insert' || objectId === null ? [] : [objectId])),
    );
    const ids: string[] = [];
    for (const row of rows) ids.push(await written(ctx, viewer, row).catch(uniqueViolation));
    await runAfterRegister(ctx, ids);
    return ids;
  },
  inUse: (tx, _sheet, ids) => inUse(tx, ids),
  // Its search column follows from the others by itself.
  restored: async () => undefined,
};
export default importer;
