import type { PartRead } from '../format.ts';
import { kindOf, signalOf } from '../json/childProperties.ts';
import { positionOf } from '../json/nativeMessage.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';
import { percent } from '../reading.ts';
import { instantOf, isRecord, parseMessage } from '../text.ts';
import { codecOf, decodePayload } from './codec.ts';
import { devEuiOf, eventOf, receptionOf } from './event.ts';
import { readObject } from './words.ts';

/** A message that comes this much after its reception by the network was queued, ms. */
const queuedMs = 5 * 60_000;
const firstHeard = Date.UTC(2015, 0, 1);
/** Maximum number of entries of a history in one message. */
const maxHistory = 100;

type Body = Readonly<Record<string, unknown>>;

interface Context {
  number: string;
  profile: Profile;
  at: number;
}

const sources: Readonly<Record<string, 'gnss' | 'wifi'>> = {
  GPS: 'gnss',
  GEO_RESOLVER_GNSS: 'gnss',
  GEO_RESOLVER_WIFI: 'wifi',
};

/** Returns what the device itself sent, by the network server's codec or ours; null if neither reads it. */
function objectOf(body: Body, { codec }: Profile): Record<string, unknown> | null {
  if (isRecord(body.object)) return body.object;
  const own = typeof body.data === 'string' && body.data !== '' ? codecOf(codec) : null;
  return own && decodePayload(own, Buffer.from(String(body.data), 'base64'));
}

/** Returns receptions without the places of the gateways: none of them is the person's. */
function withoutPlaces(rxInfo: unknown): unknown {
  if (!Array.isArray(rxInfo)) return rxInfo;
  return rxInfo.map((each: unknown) => {
    if (!isRecord(each)) return each;
    const { location: _location, ...rest } = each;
    return rest;
  });
}

/** Returns the messages of earlier times that a device sent from its memory. */
function historyOf(history: unknown, raw: string, { number, profile }: Context): Decoded[] {
  const entries = Array.isArray(history) ? history.filter(isRecord).slice(0, maxHistory) : [];
  return entries.map(({ timestamp, ...entry }) => {
    const decoded = blankDecoded('history', number, raw);
    decoded.backlog = true;
    decoded.time = instantOf(timestamp);
    readObject(decoded, entry, profile);
    decoded.kind = kindOf(decoded, 'history');
    return decoded;
  });
}

/** Reads an uplink: the codec's properties beside the network's own fields. */
function readUp(decoded: Decoded, body: Body, context: Context): Decoded[] {
  const { object, rxInfo, ...rest } = body;
  const { rssi, snr } = receptionOf(body);
  const read = objectOf(body, context.profile);
  decoded.values = { fPort: 0, confirmed: false, ...rest };
  if (rxInfo !== undefined) decoded.values.rxInfo = withoutPlaces(rxInfo);
  if (object !== undefined && !isRecord(object)) decoded.values.object = object;
  if (rssi !== null) Object.assign(decoded.values, { rssi, ...(snr === null ? {} : { snr }) });
  readObject(decoded, read ?? {}, context.profile);
  decoded.values.fCnt = typeof body.fCnt === 'number' ? body.fCnt : 0;
  decoded.values.signal ??= signalOf(rssi);
  decoded.kind = kindOf(decoded, 'up');
  return historyOf(read?.history, decoded.raw, context);
}

/** Reads the position of a device, resolved by the network server or by itself. */
function readLocation(decoded: Decoded, location: unknown): void {
  if (!isRecord(location)) return;
  const { latitude: lat = 0, longitude: lng = 0, altitude, accuracy, source } = location;
  const position = positionOf({ lat, lng, altitude, accuracy });
  if (position) decoded.position = { ...position, source: sources[String(source)] ?? 'unknown' };
}

/** Reads battery and margin that the network server asked for. */
function readStatus(decoded: Decoded, body: Body): void {
  if (body.externalPowerSource === true || body.batteryLevelUnavailable === true) return;
  decoded.battery = percent(body.batteryLevel);
}

/** Returns when the device was heard: null for what only the network says; absent at reception. */
function heardAt(event: string, body: Body, time: string | null, at: number): { heardAt?: string | null } {
  const isDevice = ['up', 'join', 'status'].includes(event) || (event === 'ack' && body.acknowledged === true);
  if (!isDevice) return { heardAt: null };
  const instant = time === null ? at : Date.parse(time);
  return instant >= firstHeard && at - instant > queuedMs ? { heardAt: new Date(instant).toISOString() } : {};
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 128) : null;

/** Returns the key that the network gave the message. */
function ownKeyOf(body: Body): string | null {
  const context = isRecord(body.context) ? body.context : {};
  return textOf(body.deduplicationId) ?? textOf(context.deduplication_id) ?? textOf(body.queueItemId);
}

/** Reads one event of one device. */
export function readEvent(word: string, bytes: Buffer, context: Context): PartRead {
  const { value: body, error } = parseMessage(bytes);
  if (error !== null) return { message: null, error };
  if (!isRecord(body)) return { message: null, error: 'not a JSON object' };
  const event = word === '' ? eventOf(body) : word;
  const number = context.number || (devEuiOf(body) ?? '');
  const decoded = blankDecoded(event, number, bytes);
  decoded.time = instantOf(body.time);
  decoded.ownKey = ownKeyOf(body);
  Object.assign(decoded, heardAt(event, body, decoded.time, context.at));
  if (event === 'up') {
    const more = readUp(decoded, body, { ...context, number });
    return { message: decoded, ...(more.length > 0 ? { more } : {}), error: null };
  }
  decoded.values = { ...body };
  if (event === 'ack') decoded.values.acknowledged = body.acknowledged === true;
  if (event === 'log') decoded.values.level ??= 'INFO';
  if (event === 'location') readLocation(decoded, body.location);
  if (event === 'status') readStatus(decoded, body);
  return { message: decoded, error: null };
}
