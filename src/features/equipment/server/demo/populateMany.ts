import { sql } from 'kysely';
import { populatedNo } from '#features/customer/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { batchesTo, type OnProgress, type PopulatePlan, seededRandom } from '#server/feature/populate.ts';
import { addDevices, type MadeDevice, type Wearer } from './addDevices.ts';
import { type PopulatedDevice, populatedDevice, populatedSn } from './populatedDevice.ts';
import { addHistory } from './populateHistory.ts';
import { shortName } from './standardDevice.ts';

/** Devices per transaction: a multiple of the household size. */
const batchSize = 1000;
/** Offset of these devices' random seeds, behind those of customers. */
const behind = 50_000_000;

/** Returns which of these serial numbers exist already. */
async function existingSns(from: number, to: number): Promise<Set<string>> {
  const rows = await db.rows(sql<{ sn: string }>`
    select sn from equipment where sn between ${populatedSn(from)} and ${populatedSn(to)} and deleted_at is null`);
  return new Set(rows.map(({ sn }) => sn));
}

interface Owners {
  customers: Map<string, Wearer>;
  departments: string[];
  projects: string[];
}

/** Returns the customers of these devices who are served, and the places of devices without one. */
async function ownersOf(tx: Db, devices: readonly PopulatedDevice[]): Promise<Owners> {
  const numbers = devices.flatMap(({ place }) => (place === null ? [] : populatedNo(place)));
  const customers = await tx
    .selectFrom('customer')
    .select(['no', 'id', 'name', 'departmentId', 'projectId', 'lat', 'lng'])
    .where('no', '=', any(numbers))
    .where('demo', '=', true)
    .where('deletedAt', 'is', null)
    .where('serviceState', 'in', ['active', 'paused'])
    .execute();
  const departments = tx.selectFrom('department').select('id').where('demo', '=', true).where('type', '=', 'community');
  const projects = tx.selectFrom('project').select('id').where('demo', '=', true).where('deletedAt', 'is', null);
  return {
    customers: new Map(customers.map((row) => [row.no, row])),
    departments: (await departments.orderBy('id').execute()).map(({ id }) => id),
    projects: (await projects.orderBy('id').execute()).map(({ id }) => id),
  };
}

const instant = (at: number) => new Date(at).toISOString();
const afterInstallation = ({ installedAt }: PopulatedDevice) => instant(Date.parse(installedAt) + 180_000);

function stateOf(device: PopulatedDevice, customer: Wearer | undefined, now: number): MadeDevice['deviceState'] {
  const { online, seen, battery, signal, firmware, levels, sim } = device;
  const heard = seen === null ? null : instant(seen);
  const isLocated = sim !== undefined && heard !== null && customer?.lat != null;
  return {
    ...{ online, battery, signal, firmware, stateValues: JSON.stringify(levels), lastSeenAt: heard, lastDataAt: heard },
    ...(online ? {} : { offlineSince: heard, silenceToldAt: instant(now) }),
    ...(isLocated && {
      ...{ lat: customer.lat, lng: customer.lng, accuracy: 10 + ((battery ?? 0) % 30) },
      ...{ positionSource: 'gnss', positionAt: heard },
    }),
  };
}

/** Returns the device with its customer, or without: then it is not in use. */
function madeDevice(device: PopulatedDevice, { customers, departments, projects }: Owners, now: number): MadeDevice {
  const { sn, called, state, seen, place, test, installedAt } = device;
  const customer = place === null ? undefined : customers.get(populatedNo(place));
  const own = customer ?? {
    departmentId: departments[device.department % departments.length] ?? '',
    projectId: projects[device.project % projects.length] ?? '',
  };
  const { imei, sim, batch, supplier, warrantyDate, createdAt } = device;
  return {
    ...(sim && { sim }),
    ...{ model: device.model, identifier: device.identifier, gateway: device.gateway },
    equipment: {
      ...{ sn, imei, batch, supplier, warrantyDate, createdAt },
      ...{ departmentId: own.departmentId, projectId: own.projectId },
      name: customer ? `${shortName(customer.name)}的${called}` : `${called} ${sn.slice(-5)}`,
      state: place === null || customer ? state : seen === null ? 'issued' : 'activated',
      activatedAt: seen === null ? null : afterInstallation(device),
      ...(customer && { customerId: customer.id, position: device.position, installedAt }),
      ...(customer && { lat: customer.lat, lng: customer.lng }),
    },
    deviceState: stateOf(device, customer, now),
    binding: { testKind: test, testedAt: test === 'none' ? null : afterInstallation(device) },
  };
}

/** Writes the devices with their last state and the changes of their service state. */
async function addMany(tx: Db, devices: readonly PopulatedDevice[], now: number): Promise<void> {
  const owners = await ownersOf(tx, devices);
  const made = devices.map((device) => madeDevice(device, owners, now));
  const ids = await addDevices(tx, made);
  const changes = made.flatMap(({ equipment: { state = 'stock' } }, index) => {
    const device = devices[index];
    if (!device || state === 'stock') return [];
    const first = { equipmentId: ids[index] ?? '', reason: '演示数据', at: device.installedAt, fromState: 'stock' };
    if (state !== 'in_use') return [{ ...first, state }];
    const second = { ...first, at: afterInstallation(device), fromState: 'issued', state };
    return [{ ...first, state: 'issued' }, second];
  });
  if (changes.length > 0) await tx.insertInto('equipmentStateChange').values(changes).execute();
}

/**
 * Adds devices of many models besides the customers' standard ones: bound, in stock, in repair, offline, each with its
 * last state.
 */
export async function populateMany(
  { equipment, customers: people }: PopulatePlan,
  onProgress: OnProgress,
): Promise<void> {
  const now = Date.now();
  for (const { from, to } of batchesTo(equipment, batchSize)) {
    const existing = await existingSns(from, to);
    const missing = Array.from({ length: to - from + 1 }, (_, place) => from + place)
      .filter((number) => !existing.has(populatedSn(number)))
      .map((number) => populatedDevice(number, seededRandom(number + behind), { people, now }));
    if (missing.length > 0)
      await command(system('populate'), async ({ tx }) => {
        await addMany(tx, missing, now);
        await addHistory(tx, missing, now);
      });
    onProgress('各型设备', to, equipment);
  }
}
