import { sql } from 'kysely';
import type { Message } from '#devices/message.ts';
import type { Raise } from '#features/warn/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';

/** Gateway that spoke for an unregistered number, or for one registered elsewhere. */
export interface Gateway {
  id: string;
  sn: string;
  name: string;
  departmentId: string;
  projectId: string;
  demo: boolean;
}

/** Gateways by id. */
export type Gateways = ReadonlyMap<string, Gateway>;

/** Returns the gateways that spoke for these numbers. */
export async function speakingGateways(tx: Db, messages: readonly Message[]): Promise<Gateways> {
  const ids = [...new Set(messages.flatMap(({ deviceRef }) => deviceRef.gateway ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await tx.rows(sql<Gateway>`
    select e.id::text, e.sn, e.name, e.department_id::text as "departmentId", e.project_id::text as "projectId", e.demo
    from equipment e where e.id = any(${bigints(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns one warn for device staff per gateway with calls of such numbers; none where one is open. */
export async function staffRaises(tx: Db, pressing: readonly Message[], gateways: Gateways): Promise<Raise[]> {
  if (gateways.size === 0) return [];
  const subjectOf = ({ id }: Gateway) => `u:${id}`;
  const open = await tx.rows(sql<{ subject: string }>`
    select subject from warn where type = 'other' and status in ('pending', 'handling') and subject = any(${texts([...gateways.values()].map(subjectOf))})`);
  const openSubjects = new Set(open.map(({ subject }) => subject));
  return [...gateways.values()]
    .filter((gateway) => !openSubjects.has(subjectOf(gateway)))
    .flatMap((gateway) => {
      const first = pressing.find(({ deviceRef }) => deviceRef.gateway === gateway.id);
      return first ? staffRaise(gateway, first, subjectOf(gateway)) : [];
    });
}

function staffRaise(gateway: Gateway, { deviceRef, receivedAt }: Message, subject: string): Raise {
  const { id, sn, departmentId, projectId, demo } = gateway;
  return {
    subject,
    ...{ type: 'other', level: 3, family: 'device' },
    ...{ customerId: null, equipmentId: id, equipmentSn: sn, departmentId, projectId, demo },
    ...{ phone: null, address: null, occurredAt: null, receivedAt, late: false, silent: false, position: null },
    note: `网关替没有在它下面登记的号码 ${deviceRef.number} 报警：请在网关的「子设备」里登记，或查明它为什么在这里`,
    ...{ createdBy: null, vendorCode: null },
  };
}

/** Returns the gateway that spoke for a number; undefined for one that speaks for itself. */
export function gatewayOf({ deviceRef }: Message, gateways: Gateways): Gateway | undefined {
  return deviceRef.gateway === undefined ? undefined : gateways.get(deviceRef.gateway);
}

/** Returns 「网关 1 号楼（GW0001）下」 for a number of a gateway, else ''. */
export function speakerText(message: Message, gateways: Gateways): string {
  const gateway = gatewayOf(message, gateways);
  return gateway ? `网关 ${gateway.name}（${gateway.sn}）下` : '';
}
