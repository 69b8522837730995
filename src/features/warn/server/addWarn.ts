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
import { requireWarn, usersAbleToClaim } from './access.ts';
import { raise } from './engine.ts';
import { familyOf } from './family.ts';
import { type WarnRow, warnRows } from './rows.ts';
import { rowFor } from './visibility.ts';

type Api = typeof warnApi;

/** An alarm entered by hand; without a person in scope it stands for the phone number alone. */
export async function addWarn(viewer: Viewer, input: InputOf<Api['addWarn']>): Promise<WarnRow> {
  if (!input.customerId && !input.phone) throw invalidField('customerId', '请选择客户，或填写来电号码');
  if (Date.parse(input.occurredAt) > Date.now() + 60_000) throw invalidField('occurredAt', '告警时间不能晚于现在');
  const person = await findSubject(viewer, { id: input.customerId, phone: input.phone });
  if (input.customerId && !person) throw invalidField('customerId', '客户不存在或不在你的范围');
  return command(viewer, async (ctx) => {
    const home = person ?? { ...(await ownHome(ctx.tx, viewer)), address: null, phone: null, demo: false };
    const at = new Date().toISOString();
    const [raised] = await raise(ctx, [
      {
        subject: person ? `c:${person.id}` : `n:phone:${home.departmentId}:${home.projectId}:${input.phone}`,
        type: input.type,
        level: input.level as WarnLevel,
        family: familyOf(input.type),
        customerId: person?.id ?? null,
        equipmentId: null,
        equipmentSn: null,
        phone: input.phone ?? person?.phone ?? null,
        address: input.address ?? home.address,
        departmentId: home.departmentId,
        projectId: home.projectId,
        occurredAt: input.occurredAt,
        receivedAt: at,
        late: false,
        silent: false,
        position: null,
        note: input.note,
        createdBy: viewer.userId,
        vendorCode: null,
        demo: home.demo,
      },
    ]);
    const [row] = await warnRows(ctx.tx, [raised?.id ?? '']);
    return rowFor(viewer, row as WarnRow);
  });
}

/** An unknown caller belongs where the operator works, so that the operator sees what was entered. */
async function ownHome(tx: Db, viewer: Viewer): Promise<{ projectId: string; departmentId: string }> {
  const home = await defaultOwnership(tx);
  return {
    projectId: viewer.scope.projects?.[0] ?? home.projectId,
    departmentId: viewer.departmentId === '0' ? home.departmentId : viewer.departmentId,
  };
}

/**
 * Who can be given the alarm: people with the right and the place in their scope, not oneself; departments that the viewer
 * may be told of. A colleague from elsewhere is named without the department.
 */
export async function getTransferTarget(
  viewer: Viewer,
  { id }: InputOf<Api['getTransferTarget']>,
): Promise<OutputOf<Api['getTransferTarget']>> {
  const row = await requireWarn(viewer, id);
  const people = (await usersAbleToClaim(db, row)).filter((one) => one.id !== viewer.userId);
  const { rows } = await sql<{
    handler_id: string;
    n: number;
  }>`select handler_id::text, count(*)::int as n from warn where status = 'handling' and handler_id is not null group by handler_id`.execute(
    db,
  );
  const departments = await departmentsToGive(db, viewer.scope, row.departmentId);
  const told = new Set(departments.map((one) => one.id));
  const open = new Map(rows.map((one) => [one.handler_id, one.n]));
  return {
    users: people.map(({ id: userId, name, departmentId, departmentName, online }) => ({
      id: userId,
      name,
      departmentName: told.has(departmentId) ? departmentName : null,
      online,
      openCount: open.get(userId) ?? 0,
    })),
    departments,
  };
}
