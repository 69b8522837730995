import { sql } from 'kysely';
import type { Message } from '#devices/message.ts';
import type { OtherPosition, OtherReport, Raise } from '#features/warn/server/service.ts';
import { rangeOf } from '#server/core/addressRange.ts';
import type { Db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { addressTest } from '#server/net/proxy.ts';
import type { New, UntrustedReason } from './fold.ts';

/** What the raw message says of it. */
const reasons: Record<UntrustedReason, string> = {
  rival: 'another address is alive with this number',
  outside: 'the address is not among those of the project',
};

/** Why a stored message was in doubt, by its error; null for one that was not. */
export function untrustedReason(error: string | null): UntrustedReason | null {
  return error === reasons.rival ? 'rival' : error === reasons.outside ? 'outside' : null;
}

/** What device staff read, before the range. */
const told: Record<UntrustedReason, string> = {
  rival: '另一地址也用这个号码上报',
  outside: '名单外的地址用这个号码上报',
};

/** Of a few projects' lists the test, by the list: a batch asks for the same ones again and again. */
const tests = new Map<string, ReturnType<typeof addressTest>>();

function testOf(addresses: readonly string[]): ReturnType<typeof addressTest> {
  const key = addresses.join(' ');
  const test = tests.get(key) ?? addressTest(addresses);
  if (tests.size > 200) tests.clear();
  tests.set(key, test);
  return test;
}

/** Whether a message came over a plain port from none of the addresses of its device's project, or of its model. */
function isOutside({ message: { address }, known }: Omit<New, 'untrusted'>, ofModel: readonly string[]): boolean {
  if (address === undefined) return false;
  return [known.deviceAddresses, ofModel].some((list) => list.length > 0 && !testOf(list)(address));
}

/**
 * A message of a known device as it is to be stored: why it is in doubt, and that in the raw message's error.
 * @param addresses of its model
 */
export function judged(one: Omit<New, 'untrusted'>, addresses: readonly string[] = []): New {
  const untrusted: UntrustedReason | null = isOutside(one, addresses)
    ? 'outside'
    : one.message.conflicting
      ? 'rival'
      : null;
  if (!untrusted) return { ...one, untrusted };
  return { ...one, untrusted, message: { ...one.message, error: one.message.error ?? reasons[untrusted] } };
}

/** Where a doubtful message came from, and where it says that the device is. */
export function otherPositionOf({ address, decoded, receivedAt }: Message): OtherPosition {
  const place = decoded?.position;
  return {
    range: rangeOf(address),
    position: place?.valid
      ? { lat: place.lat, lng: place.lng, accuracy: place.accuracy, at: decoded?.time ?? receivedAt }
      : null,
  };
}

/** The positions of a batch's doubtful messages, oldest first; one of an alarm stands with that alarm. */
export function otherReports(fresh: readonly New[]): OtherReport[] {
  return fresh
    .filter(({ untrusted, message: { decoded } }) => untrusted && decoded?.alarms.length === 0 && !decoded.backlog)
    .map(({ message, known }) => ({
      equipmentId: known.id,
      customerId: known.customerId,
      other: otherPositionOf(message),
    }));
}

const subjectOf = (one: New) => `a:${one.known.id}`;

/** For device staff one alarm a device with such messages, or with more than its quota; none where one is open already. */
export async function untrustedRaises(tx: Db, fresh: readonly New[]): Promise<Raise[]> {
  const devices = new Map(
    fresh.filter(({ untrusted, message }) => untrusted || message.overQuota).map((one) => [subjectOf(one), one]),
  );
  if (devices.size === 0) return [];
  const open = await sql<{ subject: string }>`
    select subject from warn where type = 'other' and status in ('pending', 'handling') and subject = any(${texts([...devices.keys()])})`.execute(
    tx,
  );
  for (const { subject } of open.rows) devices.delete(subject);
  return [...devices.values()].map(raiseOf);
}

function raiseOf(one: New): Raise {
  const { known, message, untrusted } = one;
  const range = rangeOf(message.address);
  return {
    subject: subjectOf(one),
    type: 'other',
    level: 3,
    family: 'device',
    customerId: known.customerId,
    equipmentId: known.id,
    equipmentSn: known.sn,
    phone: known.phone,
    address: known.address,
    departmentId: known.departmentId,
    projectId: known.projectId,
    occurredAt: null,
    receivedAt: message.receivedAt,
    late: false,
    silent: false,
    position: null,
    note: untrusted
      ? `${told[untrusted]}${range ? `：${range}` : ''}`
      : '一小时内上报超过限额，超出的不再保存（报警除外）',
    createdBy: null,
    vendorCode: null,
    demo: known.demo,
    ...(untrusted ? { other: { range, position: null } } : {}),
  };
}

/** Notes with each device of a batch when it went past its quota. */
export async function noteOverQuota(tx: Db, fresh: readonly New[]): Promise<void> {
  const over = fresh.filter(({ message, untrusted }) => message.overQuota && !untrusted);
  for (const { known, message } of over)
    await sql`update device_state set over_quota_at = ${message.receivedAt}::timestamptz where device_id = ${known.id}`.execute(
      tx,
    );
}
