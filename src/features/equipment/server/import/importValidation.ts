import { equipmentApi } from '#features/equipment/contract.ts';
import {
  type CellProblem,
  type FileRow,
  type ImportSheet,
  meantIn,
  resourceSheet,
  type ValidatedRow,
} from '#features/import/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { isImei } from '#shared/rule/imei.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { equipment } from '../../contract/entry.ts';
import { noGateway, selfGateway } from '../gateway.ts';
import { caseVariantText, deviceNumbers } from '../identifiers.ts';
import { type ImportLookup, loadLookup } from './importLookup.ts';

const fieldSheet = resourceSheet(equipment);
/** Sheet with the device fields, and by name gateway, project and department. */
export const equipmentSheet: ImportSheet = {
  ...fieldSheet,
  part: { table: 'sim', column: 'equipment_id' },
  columns: [
    { key: 'name', title: '设备名称', hint: '最多50个字；不填为型号的名称' },
    ...fieldSheet.columns,
    { key: 'gateway', title: '网关', hint: '网关的设备编号，只有子设备填写' },
    { key: 'project', title: '项目', hint: '项目的名称或编码；不填为你的项目' },
    { key: 'department', title: '部门', hint: '部门名称，同名时写成 上级/名称；不填为你的部门' },
  ],
};

/** Content of a row: fields of `addEquipment`, only from filled cells. */
export type EquipmentData = Record<string, unknown>;

const outside = '不存在或不在你的范围';
/** Cells with a name: the field of its id, and the texts for an unknown name and for an ambiguous or unusable one. */
const references = [
  ['model', 'model', '没有这个型号', '有几个型号的编码只差大小写，请按原样填写编码'],
  ['project', 'projectId', `项目${outside}`, '项目已结项，不能新增设备'],
  ['department', 'departmentId', `部门${outside}`, '有多个同名部门，请写成 上级/名称'],
  ['gateway', 'gatewayId', `网关${outside}`, noGateway],
] as const;

const headings = new Map(equipmentSheet.columns.map(({ key, title }) => [key, title]));
const headingOf = (field: string) =>
  headings.get(references.find(([, idField]) => idField === field)?.[0] ?? field) ?? field;

/** Converts field problems to cell problems, the first per heading. */
function cellProblems(problems: readonly FieldProblem[]): CellProblem[] {
  const first = new Map<string, string>();
  for (const { field, msg } of problems) {
    const column = headingOf(field);
    if (!first.has(column)) first.set(column, msg);
  }
  return [...first].map(([column, msg]) => ({ column, msg }));
}

/** Resolves the names of a row to ids; an unknown name is a problem. */
function resolveNames(cells: FileRow['cells'], lookup: ImportLookup, problems: FieldProblem[]): EquipmentData {
  const entries = references.flatMap(([cell, field, missing, several]) => {
    const name = cells[cell] ?? '';
    if (name === '') return [];
    const id = lookup.idOf[cell](name);
    if (id) return [[field, id]];
    problems.push({ field, rule: 'known', msg: id === null ? several : missing });
    return [];
  });
  return Object.fromEntries(entries);
}

/** Refuses numbers shortened by a spreadsheet, and digits that are no IMEI. */
function numberProblems(cells: FileRow['cells'], sound: boolean): FieldProblem[] {
  const squeezed = ['sn', 'imei', 'iccid'].filter((key) => /[eE]\+/.test(cells[key] ?? ''));
  if (squeezed.length > 0)
    return squeezed.map((field) => ({ field, rule: 'text', msg: '号码被表格改成了数字，请把单元格设为文本后重填' }));
  return sound && cells.imei && !isImei(cells.imei) ? [{ field: 'imei', rule: 'luhn', msg: 'IMEI校验不通过' }] : [];
}

/** Returns the default numbers of the row's device, as field and key. */
function wireNumbers({ sn = '', imei = '' }: FileRow['cells'], protocol: string | undefined): [string, string][] {
  const all = protocol === undefined ? [] : deviceNumbers(protocol, { sn, imei });
  return all.flatMap(({ number }, place) =>
    number === '' ? [] : [[place === 0 ? 'sn' : 'imei', `${protocol} ${number}`]],
  );
}

/** Refuses numbers that appear in earlier rows, in any column or letter case. */
function repeats(
  seen: Map<string, number>,
  { row, cells }: FileRow,
  deviceKeys: readonly [string, string][],
): FieldProblem[] {
  const typed = ['sn', 'imei', 'iccid'].flatMap((field): [string, string][] => {
    const number = cells[field]?.toLowerCase();
    return number === undefined ? [] : [[field, `${field} ${number}`]];
  });
  return [...typed, ...deviceKeys].flatMap(([field, key]) => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    return first === undefined ? [] : [{ field, rule: 'repeat', msg: `与第 ${first} 行重复` }];
  });
}

/** Refuses numbers of another device, without naming it. */
function takenNumberProblems(
  cells: FileRow['cells'],
  deviceKeys: readonly [string, string][],
  lookup: ImportLookup,
  objectId: string | null,
): FieldProblem[] {
  const isTaken = (field: 'sn' | 'imei') => {
    const key = `${field} ${cells[field]}`;
    return cells[field] !== undefined && lookup.takenKeys.has(key) && lookup.devices.get(key) !== objectId;
  };
  const isTwin =
    cells.sn !== undefined &&
    !lookup.devices.has(`sn ${cells.sn}`) &&
    lookup.takenKeys.has(`any ${cells.sn.toLowerCase()}`);
  const spokenBy = ([, key]: [string, string]) => lookup.speakers.get(key) ?? objectId;
  const holder = cells.iccid === undefined ? undefined : lookup.cards.get(cells.iccid);
  return [
    ...(holder !== undefined && holder !== objectId
      ? [{ field: 'iccid', rule: 'unique', msg: '该ICCID的流量卡在另一台设备里' }]
      : []),
    ...(isTaken('sn') ? [{ field: 'sn', rule: 'unique', msg: '设备编号已存在' }] : []),
    ...(isTwin ? [{ field: 'sn', rule: 'unique', msg: caseVariantText }] : []),
    ...(isTaken('imei') ? [{ field: 'imei', rule: 'unique', msg: '该IMEI已被其他设备使用' }] : []),
    ...deviceKeys
      .filter((speaker) => spokenBy(speaker) !== objectId)
      .map(([field]) => ({ field, rule: 'unique', msg: '识别号已被其他设备使用' })),
  ];
}

/** Refuses a project other than the bound customer's. */
function placeProblems({ projectId }: EquipmentData, lookup: ImportLookup, objectId: string | null): FieldProblem[] {
  const theirs = objectId && lookup.wearers.get(objectId);
  return projectId && theirs && theirs !== projectId
    ? [{ field: 'projectId', rule: 'bound', msg: '设备已绑定客户，客户不在这个项目' }]
    : [];
}

/**
 * Puts a new device without a project into that of its gateway; another one is refused, because a gateway speaks for its
 * own project only.
 */
function gatewayProblems(data: EquipmentData, lookup: ImportLookup, objectId: string | null): FieldProblem[] {
  const theirs = lookup.projectOf.get(String(data.gatewayId));
  if (theirs === undefined) return [];
  if (objectId === null) data.projectId ??= theirs;
  const own = data.projectId ?? lookup.projectOf.get(objectId ?? '');
  return own === theirs ? [] : [{ field: 'gatewayId', rule: 'project', msg: '网关在另一个项目' }];
}

function validateRow(row: FileRow, lookup: ImportLookup, seen: Map<string, number>): Omit<ValidatedRow, 'action'> {
  const { cells } = row;
  const { gateway: _gateway, project: _project, department: _department, ...fields } = cells;
  const problems: FieldProblem[] = [];
  const data: EquipmentData = {
    ...(cells.name && { name: cells.name }),
    ...meantIn(equipment.fields, fields),
    ...resolveNames(cells, lookup, problems),
  };
  const objectId = lookup.devices.get(`sn ${cells.sn}`) ?? lookup.devices.get(`imei ${cells.imei}`) ?? null;
  const deviceKeys = wireNumbers(
    cells,
    lookup.modelOf(cells.model ?? '')?.protocol ?? lookup.protocols.get(objectId ?? ''),
  );
  const { id: _id, version: _version, ...some } = equipmentApi.editEquipment.input.properties;
  const schema = objectId
    ? { ...equipmentApi.editEquipment.input, properties: some, required: [] }
    : equipmentApi.addEquipment.input;
  const broken = problemsOf(schema, data);
  problems.push(...numberProblems(cells, !broken.some(({ field }) => field === 'imei')), ...broken);
  problems.push(...repeats(seen, row, deviceKeys), ...takenNumberProblems(cells, deviceKeys, lookup, objectId));
  if (objectId !== null && data.gatewayId === objectId)
    problems.push({ field: 'gatewayId', rule: 'self', msg: selfGateway });
  problems.push(...gatewayProblems(data, lookup, objectId), ...placeProblems(data, lookup, objectId));
  return { errors: cellProblems(problems), data, objectId };
}

/** Validates the whole file by the rules of manual entry; known devices are found by SN, else by IMEI. */
export async function validateEquipment(
  viewer: Viewer,
  rows: readonly FileRow[],
  duplicates: DuplicatePolicy,
): Promise<ValidatedRow[]> {
  const lookup = await loadLookup(viewer, rows);
  const seen = new Map<string, number>();
  const yieldTurn = cooperativePause();
  const validated: ValidatedRow[] = [];
  for (const row of rows) {
    await yieldTurn();
    const validatedRow = validateRow(row, lookup, seen);
    validated.push({
      ...validatedRow,
      action: validatedRow.objectId === null ? 'insert' : duplicates === 'skip' ? 'skip' : 'update',
    });
  }
  return validated;
}
