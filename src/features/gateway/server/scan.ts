import { encodeScan } from '#devices/z2m/command.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import { writeMqtt } from '#server/ingest/downlink.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { scanProtocols } from './record.ts';
import { requireTarget, type Target } from './target.ts';

type Api = typeof gatewayApi;
/** Seconds of a scan unless set otherwise. */
const preset = 60;

/** Returns a gateway in scope that is connected and has a scan; 409 otherwise. */
async function requireScanner(viewer: Viewer, id: string): Promise<Target> {
  const gateway = await requireTarget(viewer, id);
  if (!scanProtocols.includes(gateway.protocol)) throw new Problem(409, '这类网关没有入网扫描，请按号码登记子设备');
  if (gateway.way !== 'mqtt') throw new Problem(409, '网关没有连接，不能打开入网');
  return gateway;
}

/** Opens or closes the network of a gateway connected to this node; returns until when it is open. */
async function permitJoin(viewer: Viewer, id: string, seconds: number): Promise<string | null> {
  const until = seconds > 0 ? new Date(Date.now() + seconds * 1000).toISOString() : null;
  // A refusal of the gateway may come before this returns; it ends the scan that is noted here.
  await command(viewer, async ({ tx }) => {
    await tx.updateTable('gatewayLink').set({ scanUntil: until }).where('gatewayId', '=', id).execute();
  });
  const isWritten = writeMqtt(id, ({ name }, login) => (name === 'z2m' ? encodeScan(login, seconds, 'anhao') : null));
  if (isWritten) return until;
  await command(viewer, async ({ tx }) => {
    await tx.updateTable('gatewayLink').set({ scanUntil: null }).where('gatewayId', '=', id).execute();
  });
  throw new Problem(409, '网关没有连接，或没有订阅它的主题，不能打开或关闭入网');
}

/** Lets new devices join the network of a gateway for some seconds. */
export async function openScan(
  viewer: Viewer,
  { id, seconds = preset }: InputOf<Api['openScan']>,
): Promise<OutputOf<Api['openScan']>> {
  await requireScanner(viewer, id);
  return { until: (await permitJoin(viewer, id, seconds)) ?? new Date().toISOString() };
}

/** Ends a scan. */
export async function closeScan(viewer: Viewer, { id }: InputOf<Api['closeScan']>): Promise<null> {
  await requireScanner(viewer, id);
  await permitJoin(viewer, id, 0);
  return null;
}
