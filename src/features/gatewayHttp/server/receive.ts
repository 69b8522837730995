import type { Format, FormatReply } from '#devices/format.ts';
import { log } from '#server/core/log.ts';
import type { DeviceLogin } from '#server/ingest/gateway/deviceLogin.ts';
import { storePayload } from '#server/ingest/gateway/payload.ts';
import { lanes, payloadContext } from '#server/ingest/startIngest.ts';
import { settledWithin } from '#server/ingest/transport.ts';
import { isDue, noteLink } from './noteLink.ts';

/** Time in ms after which a sender is told that its message is not stored; a repeat of it is recognized. */
const maxWait = 8000;
/** Maximum gateways whose reported children are remembered. */
const most = 1000;

/** Numbers of children that were reported since the start, by gateway. */
const reported = new Map<string, Set<string>>();

function reportedOf(gateway: string): Set<string> {
  if (reported.size >= most) reported.clear();
  const numbers = reported.get(gateway) ?? new Set();
  reported.set(gateway, numbers);
  return numbers;
}

/** Payload over HTTP. */
interface Received {
  format: Format;
  login: DeviceLogin;
  /** Address of the sender. */
  address: string;
  topic: string;
  body: Buffer;
}

/** Stores a payload; returns the replies, null if it is not stored now: it may be sent again. */
export async function stored({ format, login, address, topic, body }: Received): Promise<FormatReply[] | null> {
  const context = payloadContext();
  if (!context || lanes()?.paused() !== false) return null;
  const at = context.now();
  if (login.isGateway) {
    context.notes?.heard(login, at);
    if (isDue(login.id, address, at))
      noteLink(login.id, address).catch((error: unknown) => log.warn({ err: error }, 'link of a gateway not noted'));
  }
  const source = { format, login, state: format.createState(), reported: reportedOf(login.id) };
  const work = storePayload(context, source, { topic, body, at, isWill: false });
  const isStored = await settledWithin(work, maxWait).catch(() => false);
  return isStored ? work : null;
}
