import { type Selectable, sql, type Updateable } from 'kysely';
import { parameter } from '#features/dictionary/server/service.ts';
import { checkAttachments } from '#features/file/server/service.ts';
import type { projectApi } from '#features/project/contract.ts';
import { requireRegion } from '#features/region/server/service.ts';
import { isAddressOrNetwork } from '#server/core/addressRange.ts';
import { invalid, invalidField, notFound, Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { Project } from '#server/db/tables.ts';
import { any, now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { countPlaced, type PlacedCounts } from '#server/feature/placed.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { creditCodeProblem } from './creditCode.ts';
import { logo, paper } from './files.ts';
import { checkManager } from './people.ts';
import { shortenSessions } from './sessions.ts';

type Api = typeof projectApi;
type Row = Selectable<Project>;
type Changed = OutputOf<Api['addProject']>;

function knownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('zh-CN', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function inWords<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? invalidField('code', '项目编号已存在', 'unique') : error;
  });
}

/** A project in the viewer's scope, locked; 404 otherwise. */
async function mine(tx: Db, viewer: Viewer, id: string): Promise<Row> {
  const row = await tx.selectFrom('project').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const { projects, departments } = viewer.scope;
  const visible =
    row &&
    !row.deletedAt &&
    (projects === null || projects.includes(row.id)) &&
    (departments === null || departments.includes(row.departmentId));
  if (!row || !visible) throw notFound('项目');
  return row;
}

async function atVersion(tx: Db, viewer: Viewer, id: string, version: number): Promise<Row> {
  const row = await mine(tx, viewer, id);
  if (row.version !== version) throw await stale(tx, 'project', id, version, row);
  return row;
}

async function write(tx: Db, { id, version }: Row, patch: Updateable<Project>): Promise<Changed> {
  const ladder = patch.ladder && JSON.stringify(patch.ladder);
  await tx
    .updateTable('project')
    .set({ ...patch, ladder, version: version + 1 })
    .where('id', '=', id)
    .execute();
  return { id, version: version + 1 };
}

async function checkDepartment(tx: Db, viewer: Viewer, departmentId: string): Promise<void> {
  const { departments } = viewer.scope;
  const found =
    await sql`select 1 from department where id = ${departmentId} and deleted_at is null and status = 'enabled'`.execute(
      tx,
    );
  if (found.rows.length === 0 || (departments !== null && !departments.includes(departmentId)))
    throw invalidField('departmentId', '部门不存在、已停用或不在你的范围');
}

interface Terms {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  quotaCustomer?: number | null | undefined;
  quotaEquipment?: number | null | undefined;
}

function termProblems(
  { startDate, endDate, quotaCustomer, quotaEquipment }: Terms,
  { customers = 0, equipment = 0 }: PlacedCounts,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (startDate && endDate && endDate <= startDate)
    problems.push({ field: 'endDate', rule: 'order', msg: '结束日期须晚于开始日期' });
  if (typeof quotaCustomer === 'number' && quotaCustomer < customers)
    problems.push({ field: 'quotaCustomer', rule: 'minimum', msg: `客户配额不能小于已有的 ${customers} 人` });
  if (typeof quotaEquipment === 'number' && quotaEquipment < equipment)
    problems.push({ field: 'quotaEquipment', rule: 'minimum', msg: `设备配额不能小于已有的 ${equipment} 台` });
  return problems;
}

function refuse(problems: FieldProblem[]): void {
  if (problems.length > 0) throw invalid(problems);
}

function creditProblems(creditCode: string | null | undefined): FieldProblem[] {
  const msg = creditCode ? creditCodeProblem(creditCode) : null;
  return msg ? [{ field: 'creditCode', rule: 'creditCode', msg }] : [];
}

type Owned = Pick<InputOf<Api['editProject']>, 'managerId' | 'regionCode' | 'fileIds'>;

/** Judges what a project points at, as far as it changes: who answers for it, its area, its papers. */
async function checkLinks(tx: Db, viewer: Viewer, input: Owned, old?: Row): Promise<void> {
  if (input.managerId && input.managerId !== old?.managerId) await checkManager(tx, viewer, input.managerId);
  // A code that the country has withdrawn meanwhile stands until somebody touches it.
  if (input.regionCode !== old?.regionCode) requireRegion(input.regionCode);
  if (input.fileIds) await checkAttachments(tx, viewer, input.fileIds, old?.fileIds ?? [], paper);
}

async function dropPapers(tx: Db, row: Row, kept: readonly string[] | undefined): Promise<void> {
  const dropped = kept ? row.fileIds.filter((id) => !kept.includes(id)) : [];
  if (dropped.length > 0) await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', any(dropped)).execute();
}

/** A person with an account takes the place of a name without one. */
const managerOf = ({ managerId }: Owned) => (managerId ? { manager: null } : {});

/** Adds a project with the limits that the parameters give; whoever sees only some projects adds none. */
export async function addProject(viewer: Viewer, input: InputOf<Api['addProject']>): Promise<Changed> {
  if (viewer.scope.projects !== null) throw new Problem(400, '你只负责部分项目，不能新增项目');
  refuse([...creditProblems(input.creditCode), ...termProblems(input, {})]);
  return inWords(
    command(viewer, async ({ tx, touch }) => {
      await checkDepartment(tx, viewer, input.departmentId);
      await checkLinks(tx, viewer, input);
      const claimSeconds = await parameter(tx, 'project_default', 'claim_seconds', 60);
      const progressSeconds = await parameter(tx, 'project_default', 'progress_seconds', 600);
      const row = await tx
        .insertInto('project')
        .values({ ...input, ...managerOf(input), claimSeconds, progressSeconds, createdBy: viewer.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      touch('permission');
      return { id: row.id, version: 1 };
    }),
  );
}

/** Changes a project. 409 when somebody changed it meanwhile; 400 names each field. */
export async function editProject(viewer: Viewer, input: InputOf<Api['editProject']>): Promise<Changed> {
  const { id, version, ...patch } = input;
  return inWords(
    command(viewer, async ({ tx }) => {
      const row = await atVersion(tx, viewer, id, version);
      refuse([
        ...creditProblems(patch.creditCode),
        ...termProblems(
          { ...row, ...quotas(row, patch), ...dates(row, patch) },
          await countPlaced(tx, 'project_id', [id]),
        ),
      ]);
      if (patch.departmentId !== undefined && patch.departmentId !== row.departmentId)
        await checkDepartment(tx, viewer, patch.departmentId);
      await checkLinks(tx, viewer, patch, row);
      await dropPapers(tx, row, patch.fileIds);
      return write(tx, row, { ...patch, ...managerOf(patch) });
    }),
  );
}

const dates = (row: Row, patch: Terms) => ({
  startDate: patch.startDate === undefined ? row.startDate : patch.startDate,
  endDate: patch.endDate === undefined ? row.endDate : patch.endDate,
});

/** Only a quota that changes is judged: one that lies below the use since before stands until somebody touches it. */
const quotas = (row: Row, patch: Terms) => ({
  quotaCustomer: patch.quotaCustomer === row.quotaCustomer ? undefined : patch.quotaCustomer,
  quotaEquipment: patch.quotaEquipment === row.quotaEquipment ? undefined : patch.quotaEquipment,
});

/** Time zone, limits, ladder, levels, modules, title and logo of a project. 404 outside the scope, 409 when somebody changed it meanwhile. */
export async function editProjectConfig(viewer: Viewer, input: InputOf<Api['editProjectConfig']>): Promise<Changed> {
  if (input.timeZone !== undefined && !knownZone(input.timeZone)) throw invalidField('timeZone', '没有这个时区');
  const rising = (input.ladder ?? []).every(
    (rung, index, all) => index === 0 || rung.after > (all[index - 1]?.after ?? 0),
  );
  if (!rising) throw invalidField('ladder', '升级阶梯的等待秒数须逐级增大');
  const wrong = input.deviceAddresses?.find((one) => !isAddressOrNetwork(one));
  if (wrong !== undefined)
    throw invalidField('deviceAddresses', `「${wrong}」不是地址或网段，例如 203.0.113.9、203.0.113.0/24`, 'address');
  const { id, version, ...patch } = input;
  return command(viewer, async ({ tx, touch }) => {
    const row = await atVersion(tx, viewer, id, version);
    if (patch.logoFileId) {
      const former = row.logoFileId ? [row.logoFileId] : [];
      await checkAttachments(tx, viewer, [patch.logoFileId], former, logo, 'logoFileId');
    }
    if (row.logoFileId && patch.logoFileId !== undefined && patch.logoFileId !== row.logoFileId)
      await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', row.logoFileId).execute();
    // Modules decide over menus and calls of those who work for this project alone.
    if (patch.modules !== undefined) touch('permission');
    const { seatSessionHours = row.seatSessionHours, sessionHours = row.sessionHours } = patch;
    if (seatSessionHours < row.seatSessionHours || sessionHours < row.sessionHours)
      await shortenSessions(tx, id, { seatSessionHours, sessionHours });
    return write(tx, row, patch);
  });
}

/** A later last day, and quotas with it. An expired project runs again; a closed one does not. */
export async function renewProject(viewer: Viewer, input: InputOf<Api['renewProject']>): Promise<Changed> {
  const { id, version, ...patch } = input;
  return command(viewer, async ({ tx }) => {
    const row = await atVersion(tx, viewer, id, version);
    if (row.status === 'closed') throw new Problem(409, '项目已结项，不能续期');
    if (row.endDate !== null && patch.endDate <= row.endDate)
      throw invalidField('endDate', `新的结束日期须晚于 ${row.endDate}`);
    refuse(termProblems({ startDate: row.startDate, ...patch }, await countPlaced(tx, 'project_id', [id])));
    return write(tx, row, patch);
  });
}

/** 筹备, 运行, 暂停, 结项. Alarms of a paused or closed project still arrive: nothing of theirs is touched. */
export async function updateProjectStatus(
  viewer: Viewer,
  { id, status, reason }: InputOf<Api['updateProjectStatus']>,
): Promise<Changed> {
  return command(viewer, async ({ tx }) => {
    const row = await mine(tx, viewer, id);
    if (row.status === 'closed') throw new Problem(409, '项目已结项，不能再改状态');
    if (status === 'closed' && !reason?.trim()) throw invalidField('reason', '请填写结项原因', 'required');
    const remark =
      status === 'closed'
        ? [row.remark, `结项：${reason?.trim()}`].filter(Boolean).join('\n').slice(0, 800)
        : row.remark;
    return write(tx, row, { status, remark });
  });
}
