import { sql } from 'kysely';
import { findSubject } from '#features/customer/server/service.ts';
import { departmentsToGive } from '#features/department/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import { defaultOwnership } from '#server/auth/defaultOwnership.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { WarnLevel } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireWarn, usersAbleToClaim } from '../access.ts';
import { raise } from '../engine.ts';
import { familyOf } from '../lift.ts';
import { type WarnRow, warnRows } from '../read/rows.ts';
import { rowFor } from '../read/visibility.ts';

type Api = typeof warnApi;

/** Raises a warn that an operator enters by hand; without a customer in scope its subject is the phone number. */
export async function addWarn(viewer: Viewer, input: InputOf<Api['addWarn']>): Promise<WarnRow> {
  if (!input.customerId && !input.phone) throw invalidField('customerId', '请选择客户，或填写来电号码');
  if (Date.parse(input.occurredAt) > Date.now() + 60_000) throw invalidField('occurredAt', '告警时间不能晚于现在');
  const customer = await findSubject(viewer, { id: input.customerId, phone: input.phone });
  if (input.customerId && !customer) throw invalidField('customerId', '客户不存在或不在你的范围');
  return command(viewer, async (ctx) => {
    const ownership = customer ?? {
      ...(await operatorOwnership(ctx.tx, viewer)),
      address: null,
      phone: null,
      demo: false,
    };
    const receivedAt = new Date().toISOString();
    const [raised] = await raise(ctx, [
      {
        subject: customer
          ? `c:${customer.id}`
          : `n:phone:${ownership.departmentId}:${ownership.projectId}:${input.phone}`,
        type: input.type,
        level: input.level as WarnLevel,
        family: familyOf(input.type),
        customerId: customer?.id ?? null,
        equipmentId: null,
        equipmentSn: null,
        phone: input.phone ?? customer?.phone ?? null,
        address: input.address ?? ownership.address,
        departmentId: ownership.departmentId,
        projectId: ownership.projectId,
        occurredAt: input.occurredAt,
        receivedAt,
        late: false,
        silent: false,
        position: null,
        note: input.note,
        createdBy: viewer.userId,
        vendorCode: null,
        demo: ownership.demo,
      },
    ]);
    const [row] = await warnRows(ctx.tx, [raised?.id ?? '']);
    return rowFor(viewer, row as WarnRow);
  });
}

/** Returns the operator's ownership for an unknown caller, so that the operator sees the new warn. */
async function operatorOwnership(tx: Db, viewer: Viewer): Promise<{ projectId: string; departmentId: string }> {
  const fallback = await defaultOwnership(tx);
  return {
    projectId: viewer.scope.projects?.[0] ?? fallback.projectId,
    departmentId: viewer.departmentId === '0' ? fallback.departmentId : viewer.departmentId,
  };
}

/**
 * Returns the transfer targets: users who can claim the warn, without the viewer, and departments that the viewer may
 * see. A user of another department is listed without the department's name.
 */
export async function getTransferTarget(
  viewer: Viewer,
  { id }: InputOf<Api['getTransferTarget']>,
): Promise<OutputOf<Api['getTransferTarget']>> {
  const row = await requireWarn(viewer, id);
  const users = (await usersAbleToClaim(db, row)).filter((user) => user.id !== viewer.userId);
  const rows = await db.rows(
    sql<{
      handler_id: string;
      n: number;
    }>`select handler_id::text, count(*)::int as n from warn where status = 'handling' and family <> 'health' and handler_id is not null group by handler_id`,
  );
  const departments = await departmentsToGive(db, viewer.scope, row.departmentId);
  const visibleDepartments = new Set(departments.map((department) => department.id));
  const openCounts = new Map(rows.map((handler) => [handler.handler_id, handler.n]));
  return {
    users: users.map(({ id: userId, name, departmentId, departmentName, online }) => ({
      id: userId,
      name,
      departmentName: visibleDepartments.has(departmentId) ? departmentName : null,
      online,
      openCount: openCounts.get(userId) ?? 0,
    })),
    departments,
  };
}
