import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { gatewayApi } from '#features/gateway/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { scanProtocols } from './record.ts';
import { scanTopic } from './scanWire.ts';
import { requireTarget } from './target.ts';

type Api = typeof gatewayApi;
/** Seconds of a scan unless set otherwise. */
const preset = 60;
/** Time in which the node with the connection sends the request, and interval of looking, ms. */
const [patience, interval] = [3000, 50];

/** Throws 409 for a gateway in scope that is not connected or has no scan. */
async function requireScanner(viewer: Viewer, id: string): Promise<void> {
  const gateway = await requireTarget(viewer, id);
  if (!scanProtocols.includes(gateway.protocol)) throw new Problem(409, '这类网关没有入网扫描，请按号码登记子设备');
  if (gateway.way !== 'mqtt') throw notConnected();
}

const notConnected = () => new Problem(409, '网关没有连接，或没有订阅指令，请先检查它的连接');

/** Sets the end of a scan, null for none; returns it. */
async function setEnd(viewer: Viewer, id: string, seconds: number): Promise<string | null> {
  const rows = await command(viewer, ({ tx }) =>
    tx.returning(sql<{ until: string | null }>`
      update gateway_link set scan_until = case when ${seconds}::int > 0 then date_trunc('milliseconds', now() + make_interval(secs => ${seconds}::int)) end
      where gateway_id = ${id} returning scan_until as until`),
  );
  return rows[0]?.until ?? null;
}

/** Has the node with the connection tell the gateway; 409 when none has it. */
async function send(viewer: Viewer, id: string, seconds: number): Promise<string | null> {
  await requireScanner(viewer, id);
  const until = await setEnd(viewer, id, seconds);
  wake.publish(scanTopic);
  for (const end = Date.now() + patience; Date.now() < end; await sleep(interval)) {
    const row = await db.row(sql<{ isSent: boolean }>`
      select scan_sent is not distinct from ${until}::timestamptz as "isSent" from gateway_link where gateway_id = ${id}`);
    if (row?.isSent) return until;
  }
  await setEnd(viewer, id, 0);
  throw notConnected();
}

/** Lets new devices join the network of a gateway for some seconds. */
export async function openScan(
  viewer: Viewer,
  { id, seconds = preset }: InputOf<Api['openScan']>,
): Promise<OutputOf<Api['openScan']>> {
  const until = await send(viewer, id, seconds);
  if (until === null) throw notConnected();
  return { until };
}

/** Ends a scan. */
export async function closeScan(viewer: Viewer, { id }: InputOf<Api['closeScan']>): Promise<null> {
  await send(viewer, id, 0);
  return null;
}
