import type { equipmentApi } from '#features/equipment/contract.ts';
import { placeFor, takePlace } from '#features/project/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { word } from '#server/feature/words.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof equipmentApi;

/** These devices, locked in the order of their ids; 404 when one of them is not in scope. */
async function lockAll(tx: Db, viewer: Viewer, ids: readonly string[]) {
  const seen = await tx
    .selectFrom(scoped(viewer, 'equipment'))
    .select('equipment.id')
    .where('equipment.id', '=', any(ids))
    .execute();
  if (seen.length !== ids.length) throw notFound('设备');
  return tx
    .selectFrom('equipment')
    .select(['id', 'sn', 'state', 'projectId', 'departmentId'])
    .where('id', '=', any(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Takes devices into a project or department, or hands them out of the store; all or none. */
export async function moveEquipment(
  viewer: Viewer,
  { ids, projectId, departmentId, issue = false }: InputOf<Api['moveEquipment']>,
): Promise<OutputOf<Api['moveEquipment']>> {
  if (!projectId && !departmentId && !issue) throw invalidField('projectId', '请选择项目或部门', 'required');
  if (projectId || departmentId) await placeFor(viewer, { departmentId, projectId });
  return command(viewer, async ({ tx }) => {
    const rows = await lockAll(tx, viewer, ids);
    const out = issue && rows.find(({ state }) => state !== 'stock');
    if (out) {
      const why = '只有在库的设备可以发放';
      throw new Problem(409, `设备「${out.sn}」${word('equipment_state', out.state)}，${why}`, null, why);
    }
    const coming = rows.filter((row) => projectId && row.projectId !== projectId);
    if (projectId && coming.length > 0) await takePlace(tx, projectId, 'equipment', coming.length);
    const moving = rows
      .filter((row) => issue || coming.includes(row) || (departmentId && row.departmentId !== departmentId))
      .map(({ id }) => id);
    if (moving.length === 0) return { count: 0 };
    await tx
      .updateTable('equipment')
      .set({
        ...(projectId && { projectId }),
        ...(departmentId && { departmentId }),
        ...(issue && { state: 'issued' }),
      })
      .where('id', '=', any(moving))
      .execute();
    if (projectId) await tx.updateTable('deviceState').set({ projectId }).where('deviceId', '=', any(moving)).execute();
    return { count: moving.length };
  });
}
