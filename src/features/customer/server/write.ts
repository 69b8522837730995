import { sql } from 'drizzle-orm';
import type { customerApi } from '#features/customer/contract.ts';
import { placeFor } from '#features/project/server/service.ts';
import { command } from '#server/command.ts';
import { encrypt, searchHash } from '#server/crypto.ts';
import type { Db } from '#server/db.ts';
import { invalid, invalidField } from '#server/problem.ts';
import { sqlState } from '#server/retry.ts';
import { searchColumns } from '#server/search.ts';
import type { Viewer } from '#server/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { idNoProblem, normalizeIdNo, readIdNo, todayInChina } from '#shared/idCard.ts';
import { sealHealth } from './health.ts';
import { customer, customerContact } from './schema.ts';

type Input = InputOf<typeof customerApi.addCustomer>;

interface Identity {
  idNo: string | null;
  birthDate: string | null;
  gender: number;
}

/** Birth date and sex follow from an identity card; a typed value that contradicts it blocks the save (domain.md 3.2). */
function identity(input: Input, problems: FieldProblem[]): Identity {
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

function placeProblems(input: Input): FieldProblem[] {
  if ((input.lat === undefined) !== (input.lng === undefined))
    return [{ field: 'lat', rule: 'pair', msg: '经纬度须同时填写' }];
  return input.lat === 0 && input.lng === 0 ? [{ field: 'lat', rule: 'fix', msg: '定位无效' }] : [];
}

/** A human number that is never given twice. */
export async function nextNo(tx: Db): Promise<string> {
  const found = await tx.execute<{ last: number }>(sql`
    insert into daily_number (day, name, last) values ('2000-01-01', 'customer', 1)
    on conflict (day, name) do update set last = daily_number.last + 1 returning last`);
  return `KH${String(found.rows[0]?.last ?? 0).padStart(6, '0')}`;
}

/** Adds a person with contacts and health summary; the search columns and the encrypted ones are written by the same statement. */
export async function addCustomer(
  viewer: Viewer,
  input: Input,
  mark: { demo: boolean } = { demo: false },
): Promise<OutputOf<typeof customerApi.addCustomer>> {
  const problems = placeProblems(input);
  const { idNo, birthDate, gender } = identity(input, problems);
  if (problems.length > 0) throw invalid(problems);
  const place = await placeFor(viewer, input);
  try {
    return await command(viewer, async ({ tx }) => {
      const no = await nextNo(tx);
      const [row] = await tx
        .insert(customer)
        .values({
          no,
          name: input.name,
          ...searchColumns(input.name),
          idType: input.idType ?? 'id_card',
          idNoCipher: idNo ? encrypt(idNo) : null,
          idNoHash: idNo ? searchHash(idNo) : null,
          idNoTail: idNo ? idNo.slice(-4) : null,
          gender,
          birthDate,
          mobile: input.mobile ?? null,
          phone: input.phone ?? null,
          regionCode: input.regionCode ?? null,
          street: input.street ?? null,
          community: input.community ?? null,
          address: input.address ?? null,
          addressNote: input.addressNote ?? null,
          entryNote: input.entryNote ?? null,
          lat: input.lat ?? null,
          lng: input.lng ?? null,
          livingState: input.livingState ?? null,
          abilityLevel: input.abilityLevel ?? null,
          ...place,
          healthCipher: sealHealth({
            conditions: input.chronic,
            medicines: input.medicines,
            allergies: input.allergies,
            flags: input.flags,
            bloodType: input.bloodType ?? null,
            doctor: input.doctor ?? null,
            doctorPhone: input.doctorPhone ?? null,
            hospital: input.hospital ?? null,
          }),
          createdBy: viewer.userId,
          demo: mark.demo,
        })
        .returning({ id: customer.id });
      if (!row) throw new Error('the customer was not written');
      const contacts = input.contacts ?? [];
      if (contacts.length > 0) {
        await tx
          .insert(customerContact)
          .values(contacts.map((one) => ({ ...one, customerId: row.id, createdBy: viewer.userId, demo: mark.demo })));
      }
      return { id: row.id, no };
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw invalidField('idNo', '该身份证号已存在', 'unique');
    throw error;
  }
}
