import type { ChildReport } from '../format.ts';
import { isRecord } from '../text.ts';

/** Events of ChirpStack (protocols.md P6). */
const events = ['up', 'join', 'status', 'ack', 'txack', 'log', 'location', 'integration'];

type Body = Readonly<Record<string, unknown>>;

const has = (body: Body, ...keys: string[]) => keys.some((key) => Object.hasOwn(body, key));

/** Returns the event by the fields of its body; a field with its default value is missing. */
export function eventOf(body: Body): string {
  if (has(body, 'integrationName', 'eventType')) return 'integration';
  if (has(body, 'level', 'code', 'description')) return 'log';
  if (has(body, 'fPort', 'fCnt', 'data', 'object', 'dr', 'rxInfo')) return 'up';
  if (has(body, 'location')) return 'location';
  if (has(body, 'gatewayId', 'downlinkId')) return 'txack';
  if (has(body, 'acknowledged', 'queueItemId', 'fCntDown')) return 'ack';
  return has(body, 'devAddr', 'relayRxInfo') ? 'join' : 'status';
}

export interface EventTopic {
  /** devEui in lower case; null: not in the topic. */
  number: string | null;
  event: string;
}

/** Reads a topic `application/<id>/device/<devEui>/event/<event>` or a word alone; null for any other topic. */
export function eventTopic(topic: string): EventTopic | null {
  const match = /(?:^|\/)device\/([^/]{1,64})\/event\/([^/]{1,40})$/.exec(topic);
  if (match) return { number: (match[1] ?? '').toLowerCase(), event: match[2] ?? '' };
  return events.includes(topic) ? { number: null, event: topic } : null;
}

/** Returns the devEui that a body names, in lower case; null if it names none. */
export function devEuiOf(body: Body): string | null {
  const info = isRecord(body.deviceInfo) ? body.deviceInfo : {};
  const eui = info.devEui ?? body.devEui ?? body.devEUI;
  if (typeof eui !== 'string' || eui === '') return null;
  // Releases before 4 wrote the bytes in base64.
  const isBase64 = /^[\w+/]{11}=$/.test(eui);
  return (isBase64 ? Buffer.from(eui, 'base64').toString('hex') : eui).toLowerCase().slice(0, 64);
}

/** Returns the strongest reception, dBm and dB; nulls without one. */
export function receptionOf(body: Body): { rssi: number | null; snr: number | null } {
  const list = Array.isArray(body.rxInfo) ? body.rxInfo.filter(isRecord) : [];
  let best: { rssi: number | null; snr: number | null } = { rssi: null, snr: null };
  for (const { rssi, snr } of list) {
    if (typeof rssi !== 'number' || (best.rssi !== null && best.rssi >= rssi)) continue;
    best = { rssi, snr: typeof snr === 'number' ? snr : null };
  }
  return best;
}

/** Returns the child as the network server describes it. */
export function reportOf(number: string, body: Body): ChildReport {
  const info = isRecord(body.deviceInfo) ? body.deviceInfo : {};
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined);
  const [wireName, model] = [text(info.deviceName), text(info.deviceProfileName)];
  return {
    number,
    ...(wireName === undefined ? {} : { wireName }),
    ...(model === undefined ? {} : { model }),
  };
}
