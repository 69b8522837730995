import { type Selectable, sql } from 'kysely';
import type { assessmentApi } from '#features/assessment/contract.ts';
import { benefitKinds } from '#features/benefit/contract.ts';
import {
  addressParts,
  bedAddressOf,
  decryptIdNo,
  healthRowsOf,
  isPresent,
  isTaken,
  localToday,
  readContacts,
} from '#features/customer/server/service.ts';
import { latestOf } from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { Benefit } from '#server/db/tables.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { BuiltInType } from '#shared/dictionary.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { ageOn } from '#shared/idCard.ts';
import { maskPhone } from '#shared/mask.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';

export type AnnexA = OutputOf<(typeof assessmentApi)['getAssessment']>['person'];

const most = { contacts: 20, benefits: 30, conditions: 200, medicines: 200 } as const;

const customerRow = (tx: Db, id: string) =>
  tx
    .selectFrom('customer')
    .select(['name', 'gender', 'birthDate', 'idNoCipher', 'ethnicity', 'education', 'marital', 'livingState'])
    .select(['street', 'community', 'address', 'building', 'floor', 'room'])
    .select([bedAddressOf(sql.ref('customer.id')).as('bed'), sql<string>`${localToday}::text`.as('today')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

type Row = Awaited<ReturnType<typeof customerRow>>;

const label = (type: BuiltInType, code: string | null) => (code === null ? null : labelOf(type, code));

/** Returns 110101********1234; of another number than an ID card the end alone. */
function maskedIdNo(idNo: string | null): string | null {
  if (idNo === null) return null;
  return idNo.length === 18 ? `${idNo.slice(0, 6)}********${idNo.slice(-4)}` : `****${idNo.slice(-2)}`;
}

/** Returns the bed with its institution, else street and community: an address is cut to the community. */
function placeOf(row: Row): string | null {
  const { area, spot } = addressParts(row);
  return row.bed ? [row.bed.institution, spot].join(' ') : area;
}

async function benefitsOf(tx: Db, customerId: string, today: string): Promise<string[]> {
  const rows: Pick<Selectable<Benefit>, 'kind' | 'grade'>[] = await tx
    .selectFrom('benefit')
    .select(['kind', 'grade'])
    .where('customerId', '=', customerId)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>=', today)]))
    .orderBy('id')
    .execute();
  return [...new Set(rows.map(({ kind, grade }) => [benefitKinds[kind], grade].filter(Boolean).join(' ')))];
}

/** Returns facts of a scale that follow from the archive: the codes of present conditions where the scale takes codes. */
function proposedOf(definition: Pick<ScaleDefinition, 'facts'> | undefined, codes: readonly string[]) {
  const facts = definition?.facts?.filter(({ kind }) => kind === 'codes') ?? [];
  return codes.length === 0 ? {} : Object.fromEntries(facts.map(({ key }) => [key, codes]));
}

/**
 * Returns Annex A of a customer as the archive has it now; codes as their labels, numbers masked. The caller has judged
 * the scope.
 * @param definition the scale for which facts are proposed
 */
export async function annexAOf(
  tx: Db,
  customerId: string,
  definition?: Pick<ScaleDefinition, 'facts'>,
): Promise<AnnexA> {
  const row = await customerRow(tx, customerId);
  const { birthDate, today } = row;
  const contacts = await readContacts(tx, customerId);
  const benefits = await benefitsOf(tx, customerId, today);
  const health = (await healthRowsOf(tx, [customerId]))(customerId);
  const values = (await latestOf(tx, [customerId])).get(customerId) ?? [];
  const newest = (kind: string) => values.find((value) => value.kind === kind)?.value ?? null;
  const conditions = health.conditions.filter(isPresent);
  return {
    ...{ name: row.name, gender: row.gender, birthDate },
    age: birthDate ? ageOn(birthDate, today) : null,
    idNo: maskedIdNo(decryptIdNo(row)),
    ethnicity: label('ethnicity', row.ethnicity),
    education: label('education', row.education),
    marital: label('marital', row.marital),
    livingState: label('living_state', row.livingState),
    address: placeOf(row),
    ...{ height: newest('height'), weight: newest('weight') },
    contacts: contacts.slice(0, most.contacts).map(({ name, relation, mobile, phone }) => ({
      ...{ name, relation: labelOf('relation', relation), phone: maskPhone(mobile ?? phone) },
    })),
    benefits: benefits.slice(0, most.benefits),
    conditions: conditions.slice(0, most.conditions).map(({ code, name, since, hospital }) => ({
      ...{ code: code ?? null, name, since: since ?? null, hospital: hospital ?? null },
    })),
    medicines: health.medicines
      .filter(isTaken)
      .slice(0, most.medicines)
      .map(({ name, route, dose, frequency }) => ({
        ...{ name, route: route ?? null, dose: dose ?? null, frequency: frequency ?? null },
      })),
    proposed: proposedOf(definition, [...new Set(conditions.flatMap(({ code }) => code ?? []))]),
  };
}
