import { sql } from 'kysely';
import type { Message } from '#devices/message.ts';
import type { OtherPosition, Raise } from '#features/warn/server/service.ts';
import { rangeOf } from '#server/core/addressRange.ts';
import type { Db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { addressTest } from '#server/net/proxy.ts';
import type { NewMessage, UntrustedReason } from '../fold.ts';
import type { OtherReport } from './otherPosition.ts';

/** Errors stored with untrusted raw messages. */
const reasons: Record<UntrustedReason, string> = {
  rival: 'another address is alive with this number',
  outside: 'the address is not among those of the project',
};

/** Returns why a stored message is untrusted, from its error; null for a trusted one. */
export function untrustedReason(error: string | null): UntrustedReason | null {
  return error === reasons.rival ? 'rival' : error === reasons.outside ? 'outside' : null;
}

/** Texts for engineers, before the address range. */
const reasonTexts: Record<UntrustedReason, string> = {
  rival: '另一地址也用这个号码上报',
  outside: '名单外的地址用这个号码上报',
};

/** Address tests by list: the same few lists recur in each batch. */
const tests = new Map<string, ReturnType<typeof addressTest>>();

function testOf(addresses: readonly string[]): ReturnType<typeof addressTest> {
  const key = addresses.join(' ');
  const test = tests.get(key) ?? addressTest(addresses);
  if (tests.size > 200) tests.clear();
  tests.set(key, test);
  return test;
}

/** Returns whether a message on a plain port came from an address outside its project's or model's list. */
function isOutside(
  { message: { address }, device }: Omit<NewMessage, 'untrusted'>,
  ofModel: readonly string[],
): boolean {
  if (address === undefined) return false;
  return [device.deviceAddresses, ofModel].some((list) => list.length > 0 && !testOf(list)(address));
}

/**
 * Adds to a message of a known device why it is untrusted, also as the raw message's error.
 * @param addresses of its model
 */
export function withTrust(entry: Omit<NewMessage, 'untrusted'>, addresses: readonly string[] = []): NewMessage {
  const untrusted: UntrustedReason | null = isOutside(entry, addresses)
    ? 'outside'
    : entry.message.conflicting
      ? 'rival'
      : null;
  if (!untrusted) return { ...entry, untrusted };
  return { ...entry, untrusted, message: { ...entry.message, error: entry.message.error ?? reasons[untrusted] } };
}

/** Returns the address range of an untrusted message, and the position that it reports. */
export function otherPositionOf({ address, decoded, receivedAt }: Message): OtherPosition {
  const place = decoded?.position;
  return {
    range: rangeOf(address),
    position: place?.valid
      ? { lat: place.lat, lng: place.lng, accuracy: place.accuracy, at: decoded?.time ?? receivedAt }
      : null,
  };
}

/** Returns the reported positions of a batch's untrusted messages, oldest first; alarms carry their own position. */
export function otherReports(entries: readonly NewMessage[]): OtherReport[] {
  return entries
    .filter(({ untrusted, message: { decoded } }) => untrusted && decoded?.alarms.length === 0 && !decoded.backlog)
    .map(({ message, device }) => ({
      equipmentId: device.id,
      customerId: device.customerId,
      other: otherPositionOf(message),
    }));
}

const subjectOf = (entry: NewMessage) => `a:${entry.device.id}`;

/** Returns one warn for engineers per device with untrusted messages or an exceeded quota; none if one is open. */
export async function untrustedRaises(tx: Db, entries: readonly NewMessage[]): Promise<Raise[]> {
  const devices = new Map(
    entries
      .filter(({ untrusted, message }) => untrusted || message.overQuota)
      .map((entry) => [subjectOf(entry), entry]),
  );
  if (devices.size === 0) return [];
  const open = await tx.rows(sql<{ subject: string }>`
    select subject from warn where type = 'other' and status in ('pending', 'handling') and subject = any(${texts([...devices.keys()])})`);
  for (const { subject } of open) devices.delete(subject);
  return [...devices.values()].map(raiseOf);
}

function raiseOf(entry: NewMessage): Raise {
  const { device, message, untrusted } = entry;
  const range = rangeOf(message.address);
  return {
    subject: subjectOf(entry),
    type: 'other',
    level: 3,
    family: 'device',
    customerId: device.customerId,
    equipmentId: device.id,
    equipmentSn: device.sn,
    phone: device.phone,
    address: device.address,
    departmentId: device.departmentId,
    projectId: device.projectId,
    occurredAt: null,
    receivedAt: message.receivedAt,
    late: false,
    silent: false,
    position: null,
    note: untrusted
      ? `${reasonTexts[untrusted]}${range ? `：${range}` : ''}`
      : '一小时内上报超过限额，超出的不再保存（报警除外）',
    createdBy: null,
    vendorCode: null,
    demo: device.demo,
    ...(untrusted ? { other: { range, position: null } } : {}),
  };
}

/** Stores for each device of a batch when its quota was exceeded. */
export async function markOverQuota(tx: Db, entries: readonly NewMessage[]): Promise<void> {
  const over = entries.filter(({ message, untrusted }) => message.overQuota && !untrusted);
  for (const { device, message } of over)
    await sql`update device_state set over_quota_at = ${message.receivedAt}::timestamptz where device_id = ${device.id}`.execute(
      tx,
    );
}
