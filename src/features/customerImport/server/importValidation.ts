import { bedChooser } from '#features/bed/server/service.ts';
import { benefitRows } from '#features/benefit/server/service.ts';
import { consentIn, consentProblems, newOnlyColumns } from '#features/consent/server/service.ts';
import { communicationFields, customer } from '#features/customer/contract.ts';
import { archiveSealedIds, bloodCode } from '#features/customer/server/service.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import {
  abilityProblems,
  type CustomerInput,
  customerProblems,
  type Identity,
  type ImportLookup,
  identity,
  idHash,
  lookUpCustomers,
  newCustomerProblems,
  phoneKey,
} from '#features/customerEntry/server/service.ts';
import {
  type CellProblem,
  departmentNames,
  type FileRow,
  meantIn,
  projectNames,
  type ValidatedRow,
} from '#features/import/server/service.ts';
import { ownershipForNew } from '#features/project/server/service.ts';
import { streetsOf } from '#features/region/server/service.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import { fieldProblemsOf } from '#server/core/fieldProblems.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import { keysOf } from '#shared/codes.ts';
import type { DuplicatePolicy } from '#shared/contract/import.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { ageOn, isUnusualAge, todayInChina } from '#shared/idCard.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { colleagueNames } from './colleagueNames.ts';
import { type ContactData, validateContacts } from './importContacts.ts';
import { duplicateProblems, type NewCustomer } from './importDuplicates.ts';
import { actionFor, archiveSealedProblem, cellProblems } from './importSheets.ts';
import { validateParts } from './partRows.ts';

/** Customer of the file, ready to be written. */
export interface CustomerData {
  input: CustomerInput;
  facts: Identity;
  place: { departmentId: string; projectId: string };
  /** The file names an emergency contact. */
  reached: boolean;
  /** Headings that were filled: an overwrite changes these only. */
  filled: string[];
}

type Names = Record<'departments' | 'projects' | 'staff', Map<string, string | null>>;
type Ownership = CustomerData['place'];

/** Problems of a cell with a name that is ambiguous, or not found. */
const nameMessages = {
  department: {
    names: 'departments',
    id: 'departmentId',
    several: '有多个同名部门，请写成 上级/名称',
    none: '部门不存在或不在你的范围',
  },
  project: {
    names: 'projects',
    id: 'projectId',
    several: '项目已结项，不能新增客户',
    none: '项目不存在或不在你的范围',
  },
  responsible: {
    names: 'staff',
    id: 'responsibleId',
    several: '有多个同名的人，请写成 部门/姓名',
    none: '责任人不存在或不在你的范围',
  },
} as const;

/** Finds the department, the project and the user that a row names. */
function resolveNames(cells: FileRow['cells'], names: Names, problems: FieldProblem[]) {
  const place: { departmentId?: string; projectId?: string; responsibleId?: string } = {};
  for (const field of keysOf(nameMessages)) {
    const cell = cells[field];
    if (!cell) continue;
    const messages = nameMessages[field];
    const id = names[messages.names].get(cell);
    if (id) place[messages.id] = id;
    else problems.push({ field, rule: 'known', msg: id === null ? messages.several : messages.none });
  }
  return place;
}

/** Validates a row by the rules of manual entry. */
function validateRow(row: FileRow, names: Names): { problems: FieldProblem[]; input: CustomerInput; facts: Identity } {
  const problems: FieldProblem[] = [];
  // Their cells have names, not ids.
  const { departmentId, projectId, responsibleId, bedId, ...entered } = customer.fields;
  const communication = meantIn(communicationFields, row.cells);
  const consent = consentIn(row.cells, problems);
  const { bloodType = '' } = row.cells;
  const input = {
    ...meantIn(entered, { ...row.cells, ...(bloodType && { bloodType: bloodCode(bloodType) ?? bloodType }) }),
    ...(Object.keys(communication).length > 0 && { communication }),
    ...(consent && { consent }),
    ...resolveNames(row.cells, names, problems),
  } as CustomerInput;
  if (/[eE]\+/.test(row.cells.idNo ?? ''))
    problems.push({ field: 'idNo', rule: 'text', msg: '身份证号被表格改成了数字，请把单元格设为文本后重填' });
  else problems.push(...problemsOf(customerEntryApi.addCustomer.input, input));
  const sound = problems.length === 0;
  if (sound) problems.push(...consentProblems(consent ?? []));
  const facts = sound ? identity(input, problems) : { idNo: null, birthDate: null, gender: 0 };
  problems.push(...customerProblems(input));
  return { problems, input, facts };
}

/** Calls `ownershipForNew` once per pair. */
function ownershipResolver(viewer: Viewer) {
  const cache = new Map<string, Promise<Ownership>>();
  return async (input: CustomerInput, problems: FieldProblem[]): Promise<Ownership> => {
    const key = `${input.departmentId}|${input.projectId}`;
    const pending = cache.get(key) ?? ownershipForNew(viewer, input);
    cache.set(key, pending);
    try {
      return await pending;
    } catch (error) {
      const errors = fieldProblemsOf(error);
      if (!errors) throw error;
      problems.push(...errors);
      return { departmentId: '', projectId: '' };
    }
  };
}

/** Returns the keys that identify a customer: the ID number, else name and phone. */
function identifiersOf(input: CustomerInput, facts: Identity): string[] {
  if (facts.idNo) return [`id:${idHash(facts.idNo)}`];
  return [input.mobile, input.phone].flatMap((phone) => (phone ? [phoneKey(input.name, phone)] : []));
}

function existingId(lookup: ImportLookup, input: CustomerInput, facts: Identity): string | null {
  if (facts.idNo) return lookup.byIdNo.get(idHash(facts.idNo)) ?? null;
  for (const key of identifiersOf(input, facts)) {
    const id = lookup.byPhone.get(key);
    if (id) return id;
  }
  return null;
}

/** Refuses a customer who repeats an earlier row, by ID number or by name and phone. */
function repeats(seen: Map<string, number>, row: number, input: CustomerInput, facts: Identity): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const field = facts.idNo ? 'idNo' : 'mobile';
  for (const key of identifiersOf(input, facts)) {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    else problems.push({ field, rule: 'repeat', msg: `与第 ${first} 行重复` });
  }
  return problems;
}

function isTaken(lookup: ImportLookup, facts: Identity): boolean {
  return facts.idNo !== null && lookup.idNoHashes.has(idHash(facts.idNo));
}

/** Returns the customer's row if this valid contact is an emergency contact. */
function emergencyOf({ errors, data }: ValidatedRow): number | null {
  const { ownerRow, input } = data as ContactData;
  return errors.length === 0 && input.isEmergency ? ownerRow : null;
}

/** Warns about a street missing from the county's list; the street may be newer than the list. */
async function streetWarnings({ regionCode, street }: CustomerInput): Promise<CellProblem[]> {
  if (!regionCode || !street) return [];
  const streets = await streetsOf(regionCode.slice(0, 6));
  const isListed = streets.length === 0 || streets.some(({ name }) => name === street);
  return isListed ? [] : cellProblems(0, [{ field: 'street', rule: 'known', msg: '不在该区县 2023 年的街道名录里' }]);
}

/** Warns that bed and consent of an existing customer are not written: they are changed in the record. */
function newOnlyWarnings({ cells }: FileRow): CellProblem[] {
  const msg = '已有客户的这一项请在档案里修改，这次不写入';
  return cellProblems(
    0,
    newOnlyColumns(cells).map((field) => ({ field, rule: 'new', msg })),
  );
}

/** Warns about an unusual age: perhaps a typing error in the birth date or the ID number. */
function ageWarnings({ input, facts: { birthDate } }: CustomerData): CellProblem[] {
  const age = birthDate ? ageOn(birthDate, todayInChina(Date.now())) : undefined;
  if (age === undefined || !isUnusualAge(age)) return [];
  const field = input.birthDate ? 'birthDate' : 'idNo';
  return cellProblems(0, [{ field, rule: 'age', msg: `年龄 ${age} 岁，不在 40 至 110 岁之间，请核对` }]);
}

/** Returns a new customer for the duplicate search; undefined for a row that is not inserted. */
function newCustomerOf(row: FileRow, { errors, action, data }: ValidatedRow): NewCustomer | undefined {
  if (errors.length > 0 || action !== 'insert') return undefined;
  const { input, facts } = data as CustomerData;
  const phones = [input.mobile, input.phone].flatMap((phone) => phone ?? []);
  const phoneField = input.mobile ? 'mobile' : 'phone';
  return { row: row.row, name: input.name, idNo: facts.idNo, birthDate: facts.birthDate, phones, phoneField };
}

/** Adds warnings to each row, to be reviewed before the import is written. */
async function addWarnings(viewer: Viewer, validated: ReadonlyMap<FileRow, ValidatedRow>): Promise<void> {
  const customers = [...validated].flatMap(([row, result]) => newCustomerOf(row, result) ?? []);
  const alike = await duplicateProblems(viewer, customers);
  for (const [row, result] of validated) {
    const data = result.data as CustomerData;
    result.warnings = [
      ...(alike.get(row.row) ?? []),
      ...ageWarnings(data),
      ...(await streetWarnings(data.input)),
      ...(result.action === 'update' ? newOnlyWarnings(row) : []),
    ];
  }
}

/** Refuses rows that would overwrite a customer with a sealed archive. */
async function refuseSealed(validated: ReadonlyMap<FileRow, ValidatedRow>): Promise<void> {
  const overwritten = [...validated.values()].filter(({ action }) => action === 'update');
  const sealed = await archiveSealedIds(overwritten.flatMap(({ objectId }) => objectId ?? []));
  for (const { objectId, errors } of overwritten)
    if (sealed.has(objectId ?? '')) errors.push(...archiveSealedProblem(0));
}

/** Customers per query. */
const chunk = 1000;

/** Refuses another ability level than the one that an assessment set. */
async function refuseAssessed(viewer: Viewer, validated: ReadonlyMap<FileRow, ValidatedRow>): Promise<void> {
  const withLevel = [...validated.values()].filter(
    ({ action, data }) => action === 'update' && (data as CustomerData).input.abilityLevel !== undefined,
  );
  for (let offset = 0; offset < withLevel.length; offset += chunk) {
    const rows = withLevel.slice(offset, offset + chunk);
    const stored = await db
      .selectFrom(scoped(viewer, 'customer'))
      .select(['customer.id', 'customer.abilityLevel', 'customer.abilityAssessmentId'])
      .where('customer.id', '=', any(rows.map(({ objectId }) => objectId ?? '0')))
      .where('customer.abilityAssessmentId', 'is not', null)
      .execute();
    const byId = new Map(stored.map((row) => [row.id, row]));
    for (const { objectId, data, errors } of rows) {
      const assessed = byId.get(objectId ?? '');
      const level = (data as CustomerData).input.abilityLevel;
      if (assessed) errors.push(...cellProblems(0, abilityProblems(level, assessed)));
    }
  }
}

/**
 * Validates the whole file: customers first, then contacts and benefits, which must belong to a customer of the file or
 * a known one.
 */
export async function validateCustomers(
  viewer: Viewer,
  rows: readonly FileRow[],
  duplicates: DuplicatePolicy,
): Promise<ValidatedRow[]> {
  const customerRows = rows.filter((row) => row.sheet === 0);
  const lookup = await lookUpCustomers(
    viewer,
    customerRows.map(({ cells }) => ({
      name: cells.name ?? '',
      idNo: cells.idNo,
      phones: [cells.mobile, cells.phone].filter((phone) => phone !== undefined),
    })),
  );
  const names = {
    departments: await departmentNames(viewer),
    projects: await projectNames(viewer),
    staff: customerRows.some(({ cells }) => cells.responsible) ? await colleagueNames(viewer) : new Map(),
  };
  const chooseBed = await bedChooser(
    viewer,
    customerRows.flatMap(({ cells }) => cells.bed ?? []),
  );
  const placeOf = ownershipResolver(viewer);
  const seen = new Map<string, number>();
  const validated = new Map<FileRow, ValidatedRow>();
  const pause = cooperativePause();
  for (const row of customerRows) {
    await pause();
    const { problems, input, facts } = validateRow(row, names);
    const place = await placeOf(input, problems);
    problems.push(...repeats(seen, row.row, input, facts));
    const objectId = existingId(lookup, input, facts);
    if (!objectId) problems.push(...newCustomerProblems(input));
    if (!objectId && isTaken(lookup, facts)) problems.push({ field: 'idNo', rule: 'unique', msg: '该身份证号已存在' });
    if (!objectId && problems.length === 0) chooseBed(row, place.departmentId, input, problems);
    const data: CustomerData = { input, facts, place, reached: false, filled: Object.keys(row.cells) };
    validated.set(row, {
      errors: cellProblems(0, problems),
      action: actionFor(objectId, duplicates),
      data,
      objectId,
    });
  }
  await refuseSealed(validated);
  await refuseAssessed(viewer, validated);
  await addWarnings(viewer, validated);
  const file = { viewer, rows, customers: validated, duplicates };
  const ofContacts = await validateContacts(file);
  const ofBenefits = await validateParts(2, benefitRows(viewer), file);
  const reached = new Set([...ofContacts.values()].map(emergencyOf));
  for (const row of customerRows) {
    const { data } = validated.get(row) as ValidatedRow;
    (data as CustomerData).reached = reached.has(row.row);
  }
  const all = new Map([...validated, ...ofContacts, ...ofBenefits]);
  return rows.map((row) => all.get(row) as ValidatedRow);
}
