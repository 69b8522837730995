import type { Selectable } from 'kysely';
import type { drillApi } from '#features/drill/contract.ts';
import { getEquipmentList, visibleEquipment } from '#features/equipment/server/service.ts';
import { invalidField, notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { Drill as DrillRow } from '#server/db/tables.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof drillApi;
type Drill = OutputOf<Api['getDrillList']>[number];

const maxHours = 24;
/** Maximum number of listed drills. */
const shown = 100;

type Stored = Selectable<DrillRow> & {
  departmentName: string | null;
  createdByName: string | null;
  closedByName: string | null;
};

function sharesProject(viewer: Viewer, row: Stored): boolean {
  const { projects } = viewer.scope;
  return projects === null || row.projectIds === null || row.projectIds.some((id) => projects.includes(id));
}

/** Returns whether the viewer may see drills of the department; with scope `self` only drills of own devices. */
function canViewDepartment({ scope: { kind, departments } }: Viewer, departmentId: string): boolean {
  return kind !== 'self' && (departments?.includes(departmentId) ?? true);
}

/**
 * Returns departments and projects that the drill is limited to; null: unlimited. Own devices (scope `self`) count in
 * any department.
 */
function reachOf({ scope: { kind, departments, projects } }: Viewer) {
  return {
    departmentIds: kind === 'self' || departments === null ? null : [...departments],
    projectIds: projects && [...projects],
  };
}

function stateOf(row: Stored): Drill['state'] {
  const time = Date.now();
  if (row.closedAt !== null || Date.parse(row.untilAt) <= time) return 'over';
  return Date.parse(row.fromAt) > time ? 'planned' : 'open';
}

/** Returns drills of a department in scope, or with a device in scope; other devices are left out. */
async function visibleDrills(viewer: Viewer, id?: string): Promise<Drill[]> {
  const stored: Stored[] = await db
    .selectFrom('drill as d')
    .leftJoin('department as p', 'p.id', 'd.departmentId')
    .leftJoin('user as c', 'c.id', 'd.createdBy')
    .leftJoin('user as e', 'e.id', 'd.closedBy')
    .selectAll('d')
    .select(['p.name as departmentName', 'c.name as createdByName', 'e.name as closedByName'])
    .$if(id !== undefined, (query) => query.where('d.id', '=', id as string))
    .orderBy((eb) => eb.and([eb('d.closedAt', 'is', null), eb('d.untilAt', '>', now)]), 'desc')
    .orderBy('d.id', 'desc')
    .limit(shown * 5)
    .execute();
  const devices = await visibleEquipment(viewer, [...new Set(stored.flatMap((row) => row.equipmentIds ?? []))]);
  return stored
    .flatMap((row) => {
      const equipment = (row.equipmentIds ?? []).flatMap((equipmentId) => devices.get(equipmentId) ?? []);
      const visible = row.departmentId
        ? canViewDepartment(viewer, row.departmentId) && sharesProject(viewer, row)
        : equipment.length > 0;
      return visible ? [drillOf(row, equipment)] : [];
    })
    .slice(0, shown);
}

function drillOf(row: Stored, equipment: Drill['equipment']): Drill {
  const { id, departmentId, departmentName, reason, createdAt, createdByName, closedAt, closedByName } = row;
  const fields = { id, departmentId, departmentName, reason, createdAt, createdByName, closedAt, closedByName };
  return { ...fields, equipment, from: row.fromAt, until: row.untilAt, state: stateOf(row) };
}

/** Lists running and planned drills first, then the latest ended ones. */
export async function getDrillList(viewer: Viewer): Promise<Drill[]> {
  return visibleDrills(viewer);
}

/** Returns the first devices in scope whose number or name contains the keyword. */
export async function getDrillEquipment(
  viewer: Viewer,
  { keyword }: InputOf<Api['getDrillEquipment']>,
): Promise<Drill['equipment']> {
  const { rows } = await getEquipmentList(viewer, { ...(keyword !== undefined && { keyword }), limit: 20 });
  return rows.map(({ id, sn, name, customerName }) => ({ id, sn, name, customerName }));
}

function validateSpan(from: string, until: string): void {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  if (end <= Date.now()) throw invalidField('until', '结束须晚于现在');
  if (end - begin > maxHours * 3_600_000) throw invalidField('until', '演练最长24小时');
}

async function validateTarget(
  viewer: Viewer,
  { equipmentIds, departmentId }: InputOf<Api['openDrill']>,
): Promise<void> {
  if ((equipmentIds === undefined) === (departmentId === undefined))
    throw invalidField('equipmentIds', '请选择演练的设备或部门，二选一');
  if (equipmentIds) {
    const visible = await visibleEquipment(viewer, equipmentIds);
    if (visible.size < equipmentIds.length) throw invalidField('equipmentIds', '设备不存在或不在你的范围');
    return;
  }
  if (viewer.scope.kind === 'self')
    throw invalidField('departmentId', '你的数据范围是仅本人，只能选择自己的设备演练', 'scope');
  const department = await db
    .selectFrom('department')
    .select('id')
    .where('id', '=', departmentId ?? '0')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!department || !canViewDepartment(viewer, departmentId ?? ''))
    throw invalidField('departmentId', '部门不存在或不在你的范围');
}

/**
 * Opens a drill: alarms of its devices are marked, still ring at level 1 and 2 because they may be real, and may be
 * closed as 误报 because of the drill. 400 names the field.
 */
export async function openDrill(viewer: Viewer, input: InputOf<Api['openDrill']>): Promise<{ id: string }> {
  validateSpan(input.from, input.until);
  if (input.reason.trim().length < 2) throw invalidField('reason', '请写明演练原因');
  await validateTarget(viewer, input);
  return command(viewer, async ({ tx }) => {
    return tx
      .insertInto('drill')
      .values({
        equipmentIds: input.equipmentIds ?? null,
        departmentId: input.departmentId ?? null,
        ...reachOf(viewer),
        fromAt: input.from,
        untilAt: input.until,
        reason: input.reason.trim(),
        createdBy: viewer.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
}

/** Ends a visible drill early: new alarms are real again. Ending it twice changes nothing. */
export async function closeDrill(viewer: Viewer, { id }: InputOf<Api['closeDrill']>): Promise<{ id: string }> {
  const [drill] = await visibleDrills(viewer, id);
  if (!drill) throw notFound('演练');
  await command(viewer, ({ tx }) =>
    tx
      .updateTable('drill')
      .set({ closedAt: now, closedBy: viewer.userId })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .execute(),
  );
  return { id };
}
