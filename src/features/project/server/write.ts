import { sql } from 'kysely';
import { parameter } from '#features/dictionary/server/service.ts';
import { validateAttachments } from '#features/file/server/service.ts';
import { project, type projectApi } from '#features/project/contract.ts';
import { requireRegion } from '#features/region/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { countOwned } from '#server/feature/ownedCounts.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { dropFiles, paper } from './files.ts';
import { columns, filtered, joined, visibleProjectCondition, withRegionNames } from './list.ts';
import { validateManager } from './projectUsers.ts';
import { termsAfter, validateTerms } from './terms.ts';

type Api = typeof projectApi;
type Row = Stored<typeof project.fields, 'project'>;
type Input = ResourceInput<typeof project.fields>;
type Changed = OutputOf<Api['renewProject']>;

async function validateDepartment(tx: Db, viewer: Viewer, departmentId: string): Promise<void> {
  const { departments } = viewer.scope;
  const rows = await tx.rows(
    sql`select 1 from department where id = ${departmentId} and deleted_at is null and status = 'enabled'`,
  );
  if (rows.length === 0 || (departments !== null && !departments.includes(departmentId)))
    throw invalidField('departmentId', '部门不存在、已停用或不在你的范围');
}

/** Validates changed references of a project: manager, region, attachments. */
async function validateLinks(tx: Db, viewer: Viewer, input: Input, previous: Row | null): Promise<void> {
  const { departmentId, managerId, regionCode, fileIds } = input;
  if (departmentId !== undefined && departmentId !== previous?.departmentId)
    await validateDepartment(tx, viewer, departmentId);
  if (managerId && managerId !== previous?.managerId) await validateManager(tx, viewer, managerId);
  // A withdrawn region code stays valid until it is changed.
  if (regionCode !== previous?.regionCode) requireRegion(regionCode);
  if (!fileIds) return;
  const former = previous?.fileIds ?? [];
  await validateAttachments(tx, viewer, fileIds, former, paper);
  await dropFiles(
    tx,
    former.filter((id) => !fileIds.includes(id)),
  );
}

/** Returns the limits of a new project from the parameters. */
async function limits(tx: Db) {
  return {
    claimSeconds: await parameter(tx, 'project_default', 'claim_seconds', 60),
    progressSeconds: await parameter(tx, 'project_default', 'progress_seconds', 600),
  };
}

/** Projects with their counts. A viewer limited to projects cannot add a project. */
export const projects = crud(project, {
  readAccess: visibleProjectCondition,
  filterWhere: filtered,
  joins: joined,
  computedColumns: columns,
  defaultOrder: sql`project.created_at desc, project.id`,
  afterRead: withRegionNames,
  async beforeChange({ tx, invalidate: touch }, viewer, input, previous) {
    if (!previous && viewer.scope.projects !== null) throw new Problem(400, '你只负责部分项目，不能新增项目');
    const placed = previous ? await countOwned(tx, 'project_id', [previous.id]) : {};
    validateTerms({ ...termsAfter(input, previous), creditCode: input.creditCode }, placed);
    await validateLinks(tx, viewer, input, previous);
    if (!previous) touch('permission');
    // An account as manager replaces the name without an account.
    return { values: { ...(previous ? {} : await limits(tx)), ...(input.managerId ? { manager: null } : {}) } };
  },
});

/** Sets a later end date, and optionally new quotas. An expired project runs again; a closed one is refused. */
export async function renewProject(viewer: Viewer, input: InputOf<Api['renewProject']>): Promise<Changed> {
  const { id, version, ...patch } = input;
  return command(viewer, async ({ tx }) => {
    const row = await projects.lockVersion(tx, viewer, { id, version });
    if (row.status === 'closed') throw new Problem(409, '项目已结项，不能续期');
    if (row.endDate !== null && patch.endDate <= row.endDate)
      throw invalidField('endDate', `新的结束日期须晚于 ${row.endDate}`);
    if (row.startDate !== null && patch.endDate < row.startDate)
      throw invalidField('endDate', '新的结束日期不能早于开始日期', 'order');
    validateTerms(patch, await countOwned(tx, 'project_id', [id]));
    return { id, version: await projects.write(tx, id, patch) };
  });
}

/** Sets 筹备, 运行, 暂停 or 结项. Warns of a paused or closed project still arrive. */
export async function updateProjectStatus(
  viewer: Viewer,
  { id, status, reason }: InputOf<Api['updateProjectStatus']>,
): Promise<Changed> {
  return command(viewer, async ({ tx }) => {
    const row = await projects.lock(tx, viewer, id);
    if (row.status === 'closed') throw new Problem(409, '项目已结项，不能再改状态');
    if (status === 'closed' && !reason?.trim()) throw invalidField('reason', '请填写结项原因', 'required');
    const remark =
      status === 'closed'
        ? [row.remark, `结项：${reason?.trim()}`].filter(Boolean).join('\n').slice(0, 800)
        : row.remark;
    return { id, version: await projects.write(tx, id, { status, remark }) };
  });
}
