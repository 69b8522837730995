import { sql } from 'kysely';
import type { gatewayApi } from '#features/gateway/contract.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { gatewayRows } from './list.ts';

type Api = typeof gatewayApi;
type Detail = OutputOf<Api['getGateway']>;

/** Protocols whose gateways open a scan on command. */
export const scanProtocols: readonly string[] = ['z2m'];

/** Returns a gateway in scope with the fields of its page and its form. */
export async function getGateway(viewer: Viewer, { id }: InputOf<Api['getGateway']>): Promise<Detail> {
  const [[row], extra] = await Promise.all([
    gatewayRows(viewer, [id]),
    db.row(sql<Pick<Detail, 'remark' | 'departmentName' | 'capabilities' | 'activatedAt' | 'scanUntil'>>`
      select equipment.remark, d.name as "departmentName", m.capabilities, equipment.activated_at as "activatedAt",
        case when l.way is not null and l.scan_until > now() then l.scan_until end as "scanUntil"
      from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
      join department d on d.id = equipment.department_id left join gateway_link l on l.gateway_id = equipment.id
      where equipment.id = ${id}`),
  ]);
  if (!row || !extra) throw notFound('网关');
  return { ...row, ...extra, canScan: scanProtocols.includes(row.protocol) };
}
