import { alarmsIn, type Message, splitMessage } from '#devices/message.ts';
import { activateHeard, emitPressed } from '#features/equipment/server/service.ts';
import { recordAnswers } from '#features/equipmentCommand/server/service.ts';
import { closeTests } from '#features/equipmentTest/server/service.ts';
import { messageProfiles } from '#features/model/server/service.ts';
import { type MakerSummary, writeMakerNights } from '#features/sleep/server/service.ts';
import { familyOf, type Raise, raise } from '#features/warn/server/service.ts';
import { type Db, onPool } from '#server/db/db.ts';
import { retention } from '#server/db/partitions.ts';
import { type CommandContext, ingestCommand } from '#server/feature/command.ts';
import { defaultLevel, deviceTypes, type WarnType } from '#shared/codes.ts';
import { saveEffects } from './effects.ts';
import { type Folded, type FoundAlarm, fold, foldHeard, heardAt, type NewMessage } from './fold.ts';
import { recordScans, writeAttributes } from './gateway/reported.ts';
import { type Locked, lockDevices, type RegisteredDevice, refOf, registeredDevices } from './lookup.ts';
import { timesOf } from './times.ts';
import { type OtherReport, recordOtherPositions } from './unknown/otherPosition.ts';
import { writeUnknown } from './unknown/unknownMessages.ts';
import { rememberRegistered } from './unknown/unknownNumberRate.ts';
import { commitUnknownNumbers } from './unknown/unknownNumbers.ts';
import { markOverQuota, otherPositionOf, otherReports, untrustedRaises, withTrust } from './unknown/untrustedSource.ts';
import { bindingsOf } from './worn.ts';
import { placedOf, writeFolded, writeRaw } from './write.ts';

/**
 * Stores a batch in one transaction: raw messages, folded state, readings, positions, alarms and their events. Skips
 * messages already stored. Throws database errors; nothing is stored then.
 */
export async function commitBatch(messages: Message[]): Promise<void> {
  const models = await onPool('direct', messageProfiles);
  await ingestCommand(async (ctx) => {
    const { tx } = ctx;
    const locked = await lockDevices(tx, messages);
    const rest = messages.filter((message) => !locked.has(refOf(message)));
    // The messages of a device without a state row are stored, too.
    const stateless = rest.length > 0 ? await registeredDevices(tx, rest) : new Map<string, RegisteredDevice>();
    const registered = messages.flatMap((message) => {
      const device = locked.get(refOf(message))?.device ?? stateless.get(refOf(message));
      if (!device) return [];
      const profile = models.get(device.modelId);
      const { bounds, offlineSeconds } = profile ?? {};
      const entry = { message, device, times: timesOf(message), bounds, offlineSeconds };
      return [withTrust(entry, profile?.profile.addresses)];
    });
    await addBindings(tx, registered);
    rememberRegistered(registered.map(({ message }) => message));
    const unregistered = rest.filter((message) => !stateless.has(refOf(message)) && !message.isSignOfLife);
    const { raises, alarms, others } =
      registered.length > 0 ? await commitRegistered(ctx, registered, locked) : { raises: [], alarms: [], others: [] };
    const foreign = unregistered.length > 0 ? await commitUnknownNumbers(tx, unregistered) : [];
    const raised = await raise(ctx, [...raises, ...foreign]);
    if (alarms.length > 0) await saveEffects(tx, alarms, raised, subjectOf);
    await recordOtherPositions(ctx, others);
  });
}

/** Adds the bindings to late messages: their values belong to who had the device when they were measured. */
async function addBindings(tx: Db, entries: NewMessage[]): Promise<void> {
  const late = entries.filter(({ times }) => times.late);
  if (late.length === 0) return;
  const bindings = await bindingsOf(
    tx,
    late.map(({ device }) => device.id),
  );
  for (const entry of late) entry.worn = bindings.get(entry.device.id) ?? [];
}

async function commitRegistered(
  ctx: CommandContext,
  batch: NewMessage[],
  locked: Map<string, Locked>,
): Promise<{ raises: Raise[]; alarms: FoundAlarm[]; others: OtherReport[] }> {
  const { tx } = ctx;
  const [signs, registered] = [batch.filter(isSign), batch.filter((entry) => !isSign(entry))];
  const written = { stored: [], unplaced: new Set<string>() };
  const { stored, unplaced } = registered.length > 0 ? await writeRaw(tx, registered) : written;
  const keepsPlace = (entry: NewMessage) => placedOf(entry).every((id) => !unplaced.has(id));
  const keptDays = await retention();
  const folded: Folded = { positions: [], readings: [], states: new Map(), alarms: [], evidence: [], keptDays };
  for (const entry of signs) {
    const state = locked.get(refOf(entry.message))?.state;
    if (!state) continue;
    foldHeard(entry, state);
    folded.states.set(entry.device.id, state);
  }
  const parts = stored.flatMap(partsOf);
  for (const entry of parts) {
    const state = locked.get(refOf(entry.message))?.state;
    if (state) fold(folded, entry, state, keepsPlace(entry));
  }
  if (folded.states.size > 0 || folded.readings.length > 0) await writeFolded(tx, folded);
  await writeMakerNights(tx, parts.flatMap(nightsOf));
  await writeAttributes(tx, parts);
  await recordScans(tx, parts);
  await markOverQuota(tx, stored);
  await markFirstHeard(ctx, [...signs, ...stored]);
  await closeTests(ctx, folded.evidence);
  const pressed = folded.alarms.filter(({ type, untrusted }) => type === 'sos' && !untrusted);
  emitPressed(ctx, [...new Map(pressed.map(({ device }) => [device.id, device])).values()]);
  // An untrusted sender received no command, so its answers do not count.
  await recordAnswers(
    ctx,
    parts.filter(({ untrusted }) => !untrusted),
  );
  const alarms = folded.alarms.filter(({ device, type }) => !isIdleWork(device, type));
  // An alarm keeps its own position, even without the consent.
  const raises = [...alarms.map(toRaise), ...(await untrustedRaises(tx, stored))];
  return { raises, alarms, others: otherReports(parts.filter(keepsPlace)) };
}

const isSign = ({ message }: NewMessage) => message.isSignOfLife === true;

/** Returns one entry per decoded message of a batch frame. */
function partsOf(entry: NewMessage): NewMessage[] {
  if (!entry.message.more) return [entry];
  return splitMessage(entry.message).map((message) => ({ ...entry, message, times: timesOf(message) }));
}

/** Returns the maker's summary of a night that a trusted message carries. */
function nightsOf({ message: { decoded }, device, untrusted }: NewMessage): MakerSummary[] {
  return decoded?.night && !untrusted ? [{ deviceId: device.id, night: decoded.night }] : [];
}

/** Marks devices heard for the first time. An untrusted message does not activate a device. */
async function markFirstHeard(ctx: CommandContext, entries: readonly NewMessage[]): Promise<void> {
  const first = entries.filter((entry) => !entry.device.activated && !entry.untrusted && heardAt(entry) !== null);
  const [earliest] = first;
  if (earliest)
    await activateHeard(ctx, [...new Set(first.map(({ device }) => device.id))], earliest.message.receivedAt);
}

/**
 * Returns whether an alarm is maintenance while the service is paused or over: it is not raised. Calls for help are
 * always raised.
 */
function isIdleWork({ serviceState }: RegisteredDevice, type: WarnType): boolean {
  return deviceTypes.includes(type) && ['paused', 'ended', 'deceased'].includes(serviceState ?? '');
}

/**
 * Returns the subject of an alarm: the customer; for maintenance the device, so that two low batteries are two warns
 * (domain.md 7.2). Tests never join other alarms.
 */
function subjectOf({ device, type, tested }: FoundAlarm): string {
  if (tested) return `t:${device.id}`;
  return device.customerId && !deviceTypes.includes(type) ? `c:${device.customerId}` : `e:${device.id}`;
}

function toRaise(alarm: FoundAlarm): Raise {
  const { device, message, type, late, silent, untrusted, tested } = alarm;
  const place = untrusted ? null : message.decoded?.position;
  const other = untrusted ? otherPositionOf(message) : null;
  return {
    subject: subjectOf(alarm),
    type,
    level: defaultLevel[type],
    family: familyOf(type),
    customerId: device.customerId,
    equipmentId: device.id,
    equipmentSn: device.sn,
    phone: device.phone,
    address: device.address,
    departmentId: device.departmentId,
    projectId: device.projectId,
    occurredAt: message.decoded?.time ?? null,
    receivedAt: message.receivedAt,
    late,
    silent,
    position: place?.valid
      ? {
          lat: place.lat,
          lng: place.lng,
          accuracy: place.accuracy,
          source: place.source,
          at: message.decoded?.time ?? message.receivedAt,
        }
      : null,
    note: other ? `设备 ${device.sn}，另一地址${other.range ? ` ${other.range} ` : ''}上报` : null,
    createdBy: null,
    vendorCode: null,
    demo: device.demo,
    ...(tested ? { tested } : {}),
    ...(other ? { other } : {}),
  };
}

/**
 * Stores a message that the database refuses, raw with the reason, so that it is visible and the device stops repeating
 * it. Its alarm is raised without the position or reading that may be at fault.
 */
export async function commitBad(message: Message, error: Error): Promise<void> {
  const reason = error.message.slice(0, 500);
  const { more: _more, ...first } = message;
  const bare: Message | null =
    message.decoded && alarmsIn(message).length > 0
      ? {
          ...first,
          decoded: {
            ...message.decoded,
            alarms: alarmsIn(message),
            position: null,
            readings: [],
            battery: null,
            values: {},
            time: null,
            alarmBits: null,
            levels: [],
            press: true,
            pressed: alarmsIn(message),
          },
          error: reason,
        }
      : null;
  if (bare) {
    try {
      await commitBatch([bare]);
      return;
    } catch {
      // Refused again: store at least its bytes.
    }
  }
  await ingestCommand(async ({ tx }) => {
    const device = (await registeredDevices(tx, [message])).get(refOf(message));
    const plain: Message = { ...first, decoded: null, error: reason };
    if (device)
      await writeRaw(tx, [{ message: plain, device, times: timesOf(plain), untrusted: null, bounds: undefined }]);
    else await writeUnknown(tx, [plain]);
  });
}
