import { sql } from 'kysely';
import { departmentNames, projectNames } from '#features/customer/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { texts } from '#server/db/values.ts';
import { projectsOfWearers } from './wearer.ts';

interface KnownModel {
  code: string;
  protocol: string;
}

/** What the cells of a sheet may name, and what is known of its devices; null marks a name that several have, or a project that is over. */
export interface Known {
  departments: ReadonlyMap<string, string | null>;
  projects: ReadonlyMap<string, string | null>;
  /** The model of this code or name, in other letter case where just one has it so; null: several have. */
  modelOf(word: string): KnownModel | null | undefined;
  /** Gateways in scope, by SN. */
  gateways: ReadonlyMap<string, string>;
  /** Devices in scope, by SN and by IMEI. */
  devices: ReadonlyMap<string, string>;
  /** SNs and IMEIs that any device has, in whatever scope. */
  taken: ReadonlySet<string>;
  /** The devices that cards are in, in whatever scope, by ICCID. */
  cards: ReadonlyMap<string, string>;
  /** The projects of whoever has them, by the ids of devices in scope. */
  wearers: ReadonlyMap<string, string>;
}

async function modelWords(): Promise<Known['modelOf']> {
  const { rows } = await sql<KnownModel & { name: string }>`
    select code, name, protocol from model where deleted_at is null order by built_in, code`.execute(db);
  const exact = new Map([
    ...rows.map((one) => [one.name, one] as const),
    ...rows.map((one) => [one.code, one] as const),
  ]);
  const inAnyCase = new Map<string, KnownModel | null>();
  for (const one of rows) {
    const key = one.code.toLowerCase();
    inAnyCase.set(key, inAnyCase.has(key) ? null : one);
  }
  return (word) => exact.get(word) ?? inAnyCase.get(word.toLowerCase());
}

async function idsBy(viewer: Viewer, numbers: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; sn: string; imei: string | null }>`
    select equipment.id, equipment.sn, equipment.imei from ${scoped(viewer, 'equipment')}
    where equipment.sn = any(${texts(numbers)}) or equipment.imei = any(${texts(numbers)})`.execute(db);
  return new Map(
    found.rows.flatMap(({ id, sn, imei }) => [
      ...(imei ? [[`imei ${imei}`, id] as const] : []),
      [`sn ${sn}`, id] as const,
    ]),
  );
}

async function takenNumbers(numbers: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ sn: string; imei: string | null }>`
    select sn, imei from equipment where deleted_at is null and (sn = any(${texts(numbers)}) or imei = any(${texts(numbers)}))`.execute(
    db,
  );
  return new Set(found.rows.flatMap(({ sn, imei }) => [`sn ${sn}`, ...(imei ? [`imei ${imei}`] : [])]));
}

async function cardsIn(iccids: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ iccid: string; id: string }>`
    select iccid, id::text from equipment where deleted_at is null and iccid = any(${texts(iccids)})`.execute(db);
  return new Map(found.rows.map(({ iccid, id }) => [iccid, id]));
}

/** What is known of the devices with these numbers, and of the words of a sheet. */
export async function knownFor(
  viewer: Viewer,
  numbers: readonly string[],
  gateways: readonly string[],
  iccids: readonly string[],
): Promise<Known> {
  const [departments, projects, modelOf, devices, taken, found, cards] = await Promise.all([
    departmentNames(viewer),
    projectNames(viewer),
    modelWords(),
    idsBy(viewer, numbers),
    takenNumbers(numbers),
    idsBy(viewer, gateways),
    cardsIn(iccids),
  ]);
  const bySn = [...found].flatMap(([key, id]) => (key.startsWith('sn ') ? [[key.slice(3), id] as const] : []));
  const wearers = await projectsOfWearers(db, [...new Set(devices.values())]);
  return { departments, projects, modelOf, devices, taken, cards, wearers, gateways: new Map(bySn) };
}
