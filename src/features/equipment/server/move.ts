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
import { locked } from './mine.ts';
import { enterState } from './stateChange.ts';
import { mustStay } from './wearer.ts';

type Api = typeof equipmentApi;

/** These devices, locked with their state rows before them, as their messages lock them; 404 when one of them is not in scope. */
async function lockAll(tx: Db, viewer: Viewer, ids: readonly string[]) {
  const seen = await tx
    .selectFrom(scoped(viewer, 'equipment'))
    .select('equipment.id')
    .where('equipment.id', '=', any(ids))
    .execute();
  if (seen.length !== ids.length) throw notFound('设备');
  return locked(tx, ids);
}

async function place(tx: Db, ids: readonly string[], to: { projectId?: string; departmentId?: string }): Promise<void> {
  if (to.projectId || to.departmentId) await tx.updateTable('equipment').set(to).where('id', '=', any(ids)).execute();
  const { projectId } = to;
  if (projectId) await tx.updateTable('deviceState').set({ projectId }).where('deviceId', '=', any(ids)).execute();
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
    if (projectId && coming.length > 0) {
      await mustStay(tx, viewer, coming, projectId);
      await takePlace(tx, projectId, 'equipment', coming.length);
    }
    const moving = rows
      .filter((row) => issue || coming.includes(row) || (departmentId && row.departmentId !== departmentId))
      .map(({ id }) => id);
    if (moving.length === 0) return { count: 0 };
    await place(tx, moving, { ...(projectId && { projectId }), ...(departmentId && { departmentId }) });
    if (issue) await enterState(tx, viewer.userId, moving, 'issued', '批量发放');
    return { count: moving.length };
  });
}
