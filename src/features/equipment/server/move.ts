import type { equipmentApi } from '#features/equipment/contract.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireProjectFits } from './bindingRules.ts';
import { requireOneProject } from './gateway.ts';
import { lockEquipmentRows } from './lockEquipment.ts';
import { moveCards } from './simCard.ts';
import { enterState } from './stateChange.ts';

type Api = typeof equipmentApi;

/** Moves locked devices to a project or department. */
export async function place(
  tx: Db,
  ids: readonly string[],
  to: { projectId?: string; departmentId?: string },
): Promise<void> {
  const { projectId, departmentId } = to;
  if (!projectId && !departmentId) return;
  await tx.updateTable('equipment').set(to).where('id', '=', any(ids)).execute();
  await moveCards(tx, ids);
  if (projectId) await requireOneProject(tx, ids, 'projectId');
  if (projectId) await tx.updateTable('deviceState').set({ projectId }).where('deviceId', '=', any(ids)).execute();
}

/** Throws 409 with the first device that is not in stock. */
export function requireInStock(rows: readonly { sn: string; state: string }[], actionLabel: '发放' | '入库'): void {
  const out = rows.find(({ state }) => state !== 'stock');
  if (!out) return;
  const reason = `只有在库的设备可以${actionLabel}`;
  throw new Problem(409, `设备「${out.sn}」${labelOf('equipment_state', out.state)}，${reason}`, null, reason);
}

/** Moves devices to a project or department, or issues them from stock; all or none. */
export async function moveEquipment(
  viewer: Viewer,
  { ids, projectId, departmentId, issue = false }: InputOf<Api['moveEquipment']>,
): Promise<OutputOf<Api['moveEquipment']>> {
  if (!projectId && !departmentId && !issue) throw invalidField('projectId', '请选择项目或部门', 'required');
  if (projectId || departmentId) await ownershipForNew(viewer, { departmentId, projectId });
  return command(viewer, async ({ tx }) => {
    const rows = await lockEquipmentRows(tx, viewer, ids);
    if (issue) requireInStock(rows, '发放');
    const coming = rows.filter((row) => projectId && row.projectId !== projectId);
    if (projectId && coming.length > 0) {
      await requireProjectFits(tx, viewer, coming, projectId);
      await reserveQuota(tx, projectId, 'equipment', coming.length);
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
