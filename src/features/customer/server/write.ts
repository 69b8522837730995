import { sql } from 'kysely';
import type { customerApi } from '#features/customer/contract.ts';
import { type HeldCode, requireCodes } from '#features/dictionary/server/service.ts';
import { placeFor, takePlace } from '#features/project/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalid, invalidField } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { searchColumns } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { idNoProblem, normalizeIdNo, readIdNo, todayInChina } from '#shared/idCard.ts';
import { sealHealth } from './health.ts';
import { sealIdNo } from './identity.ts';
import { newPersonProblems, personProblems } from './personRules.ts';

export type CustomerInput = InputOf<typeof customerApi.addCustomer>;
type Input = CustomerInput;

export interface Identity {
  idNo: string | null;
  birthDate: string | null;
  gender: number;
}

/** Birth date and sex follow from an identity card; a typed value that contradicts it blocks the save (domain.md 3.2). */
export function identity(input: Input, problems: FieldProblem[]): Identity {
  const typed: Identity = {
    idNo: input.idNo?.trim() ?? null,
    birthDate: input.birthDate ?? null,
    gender: input.gender ?? 0,
  };
  if (typed.birthDate && typed.birthDate > todayInChina(Date.now()))
    problems.push({ field: 'birthDate', rule: 'range', msg: '出生日期不能晚于今天' });
  if (!typed.idNo || (input.idType ?? 'id_card') !== 'id_card') return typed;
  const today = todayInChina(Date.now());
  const problem = idNoProblem(typed.idNo, today);
  if (problem) problems.push({ field: 'idNo', rule: 'idNo', msg: problem });
  const facts = readIdNo(typed.idNo, today);
  if (problem || !facts) return typed;
  if (input.birthDate && input.birthDate !== facts.birthDate)
    problems.push({ field: 'birthDate', rule: 'conflict', msg: '出生日期与身份证不一致' });
  if (input.gender && input.gender !== facts.gender)
    problems.push({ field: 'gender', rule: 'conflict', msg: '性别与身份证不一致' });
  return { idNo: normalizeIdNo(typed.idNo), birthDate: facts.birthDate, gender: facts.gender };
}

/** The values that the dictionary has to know. */
function codesOf({ livingState, contacts = [] }: Input): HeldCode[] {
  return [
    ...(livingState === undefined ? [] : [{ type: 'living_state', value: livingState, field: 'livingState' }]),
    ...contacts.map(({ relation }, index) => ({
      type: 'relation',
      value: relation,
      field: `contacts.${index}.relation`,
    })),
  ];
}

/** A human number that is never given twice. */
export async function nextNo(tx: Db): Promise<string> {
  const found = await sql<{ last: number }>`
    insert into daily_number (day, name, last) values ('2000-01-01', 'customer', 1)
    on conflict (day, name) do update set last = daily_number.last + 1 returning last`.execute(tx);
  return `KH${String(found.rows[0]?.last ?? 0).padStart(6, '0')}`;
}

/** The columns of a new person but number and place: search columns and encrypted ones are written by the same statement. */
export function columnsFor(input: Input, { idNo, birthDate, gender }: Identity) {
  const {
    contacts: _contacts,
    chronic: conditions,
    medicines,
    allergies,
    flags,
    bloodType,
    doctor,
    doctorPhone,
    hospital,
    idNo: _idNo,
    entryNote,
    ...plain
  } = input;
  return {
    ...plain,
    ...searchColumns(input.name),
    ...(idNo ? sealIdNo(idNo) : {}),
    ...(entryNote ? { entryCipher: encrypt(entryNote) } : {}),
    birthDate,
    gender,
    healthCipher: sealHealth({ conditions, medicines, allergies, flags, bloodType, doctor, doctorPhone, hospital }),
  };
}

/** Adds a person with contacts and health summary. 400 names the field; a known ID number is refused. */
export async function addCustomer(
  viewer: Viewer,
  input: Input,
  mark: { demo: boolean } = { demo: false },
): Promise<OutputOf<typeof customerApi.addCustomer>> {
  const problems = [...personProblems(input), ...newPersonProblems(input)];
  const facts = identity(input, problems);
  if (problems.length > 0) throw invalid(problems);
  const place = await placeFor(viewer, input);
  const by = { createdBy: viewer.userId, demo: mark.demo };
  const added = command(viewer, async ({ tx }) => {
    await takePlace(tx, place.projectId, 'customers');
    await requireCodes(tx, codesOf(input));
    const no = await nextNo(tx);
    const row = await tx
      .insertInto('customer')
      .values({ ...columnsFor(input, facts), ...place, ...by, no })
      .returning('id')
      .executeTakeFirstOrThrow();
    const contacts = (input.contacts ?? []).map((one) => ({ ...one, ...by, customerId: row.id }));
    if (contacts.length > 0) await tx.insertInto('customerContact').values(contacts).execute();
    return { id: row.id, no };
  });
  return added.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? invalidField('idNo', '该身份证号已存在', 'unique') : error;
  });
}
