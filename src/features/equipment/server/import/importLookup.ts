import { sql } from 'kysely';
import { departmentNames, type FileRow, projectNames } from '#features/import/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { texts } from '#server/db/values.ts';
import { boundProjects } from '../bindingRules.ts';
import { deviceNumbers } from '../identifiers.ts';

interface LookupModel {
  code: string;
  protocol: string;
}

/** Data that a sheet may refer to. */
export interface ImportLookup {
  /** Returns the id (of a model the code) of a name; null: an ambiguous one, an ended project, a device but no gateway. */
  idOf: Readonly<Record<'model' | 'project' | 'department' | 'gateway', (name: string) => string | null | undefined>>;
  /** Returns the model by code or name, ignoring case if that is unique; null: ambiguous. */
  modelOf(label: string): LookupModel | null | undefined;
  /** Devices in scope, by SN and by IMEI. */
  devices: ReadonlyMap<string, string>;
  /** SNs (also lower-case, as `any`) and IMEIs in use, in any scope. */
  takenKeys: ReadonlySet<string>;
  /** Devices by protocol and number, in any scope. */
  speakers: ReadonlyMap<string, string>;
  /** Protocols of devices in scope, by device id. */
  protocols: ReadonlyMap<string, string>;
  /** Projects of devices in scope, by device id. */
  projectOf: ReadonlyMap<string, string>;
  /** Devices by ICCID of their SIM card, in any scope. */
  cards: ReadonlyMap<string, string>;
  /** Project of the bound customer, by id of devices in scope. */
  wearers: ReadonlyMap<string, string>;
}

async function loadModelLookup(): Promise<ImportLookup['modelOf']> {
  const rows = await db
    .selectFrom('model')
    .select(['code', 'name', 'protocol'])
    .where('deletedAt', 'is', null)
    .orderBy('builtIn')
    .orderBy('code')
    .execute();
  const exact = new Map([
    ...rows.map((model) => [model.name, model] as const),
    ...rows.map((model) => [model.code, model] as const),
  ]);
  const inAnyCase = new Map<string, LookupModel | null>();
  for (const model of rows) {
    const key = model.code.toLowerCase();
    inAnyCase.set(key, inAnyCase.has(key) ? null : model);
  }
  return (label) => exact.get(label) ?? inAnyCase.get(label.toLowerCase());
}

async function devicesBy(viewer: Viewer, numbers: readonly string[]) {
  const rows = await db.rows(sql<{
    id: string;
    sn: string;
    imei: string | null;
    protocol: string;
    kind: string;
    projectId: string;
  }>`
    select equipment.id, equipment.sn, equipment.imei, m.protocol, m.kind, equipment.project_id::text as "projectId" from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
    where equipment.sn = any(${texts(numbers)}) or equipment.imei = any(${texts(numbers)})`);
  const devices = rows.flatMap(({ id, sn, imei }) => [
    ...(imei ? [[`imei ${imei}`, id] as const] : []),
    [`sn ${sn}`, id] as const,
  ]);
  return {
    devices: new Map(devices),
    protocols: new Map(rows.map(({ id, protocol }) => [id, protocol])),
    projectOf: new Map(rows.map(({ id, projectId }) => [id, projectId])),
    gateways: new Map(rows.map(({ id, sn, kind }) => [sn, kind === 'gateway' ? id : null])),
  };
}

async function takenNumbers(numbers: readonly string[]): Promise<Set<string>> {
  const small = numbers.map((number) => number.toLowerCase());
  const rows = await db.rows(sql<{ sn: string; imei: string | null }>`
    select sn, imei from equipment where deleted_at is null and (lower(sn) = any(${texts(small)}) or imei = any(${texts(numbers)}))`);
  return new Set(
    rows.flatMap(({ sn, imei }) => [...[`sn ${sn}`, `any ${sn.toLowerCase()}`], ...(imei ? [`imei ${imei}`] : [])]),
  );
}

/** Returns the devices that already have the default numbers of these rows. */
async function speakersOf(rows: readonly FileRow[], modelOf: ImportLookup['modelOf']): Promise<Map<string, string>> {
  const numbers = rows.flatMap(({ cells: { sn = '', imei = '', model = '' } }) =>
    deviceNumbers(modelOf(model)?.protocol ?? 'watch', { sn, imei }).map(({ number }) => number),
  );
  const identifiers = await db.rows(sql<{ key: string; id: string }>`
    select i.protocol || ' ' || i.number as key, e.id::text from equipment_identifier i join equipment e on e.id = i.equipment_id
    where e.deleted_at is null and i.number = any(${texts([...new Set(numbers)])})`);
  return new Map(identifiers.map(({ key, id }) => [key, id]));
}

async function cardsIn(iccids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows(sql<{ iccid: string; id: string }>`
    select iccid, equipment_id::text as id from sim where deleted_at is null and equipment_id is not null and iccid = any(${texts(iccids)})`);
  return new Map(rows.map(({ iccid, id }) => [iccid, id]));
}

/** Loads the data that a sheet refers to. */
export async function loadLookup(viewer: Viewer, rows: readonly FileRow[]): Promise<ImportLookup> {
  const cellsOf = (key: string) => rows.flatMap(({ cells }) => cells[key] ?? []);
  const numbers = [...cellsOf('sn'), ...cellsOf('imei')];
  const [departments, projects, modelOf, { devices, protocols, projectOf, gateways }, takenKeys, cards] =
    await Promise.all([
      departmentNames(viewer),
      projectNames(viewer),
      loadModelLookup(),
      devicesBy(viewer, [...numbers, ...cellsOf('gateway')]),
      takenNumbers(numbers),
      cardsIn(cellsOf('iccid')),
    ]);
  const [speakers, wearers] = await Promise.all([
    speakersOf(rows, modelOf),
    boundProjects(db, [...new Set(devices.values())]),
  ]);
  const idOf: ImportLookup['idOf'] = {
    model: (name) => {
      const model = modelOf(name);
      return model ? model.code : model;
    },
    project: (name) => projects.get(name),
    department: (name) => departments.get(name),
    gateway: (sn) => gateways.get(sn),
  };
  return { idOf, modelOf, devices, protocols, projectOf, takenKeys, speakers, cards, wearers };
}
