import { sql } from 'kysely';
import type { archiveApi } from '#features/archive/contract.ts';
import {
  archiveSealedIds,
  type CustomerFilters,
  customerCondition,
  decryptHealth,
} from '#features/customer/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countLimit, countOf, pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, any } from '#server/db/values.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';

type Api = typeof archiveApi;
type Row = OutputOf<Api['getArchiveList']>;
type Input = InputOf<Api['getArchiveList']>;

const sortColumns = {
  name: 'customer.pinyin',
  age: 'customer.birthDate',
  completeness: 'archive.completeness',
  updatedAt: 'archive.updatedAt',
  createdAt: 'customer.createdAt',
} as const;

async function selected(viewer: Viewer, { completenessBelow, ...filters }: Omit<Input, 'page' | 'limit' | 'sort'>) {
  const below = completenessBelow === undefined ? undefined : sql`archive.completeness < ${completenessBelow}`;
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('archive', 'archive.customerId', 'customer.id')
    .select('customer.id')
    .where(and(await customerCondition(viewer, filters as CustomerFilters), below));
}

/** Returns the archives of these customers, in the order of `ids`. */
async function rowsOf(viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [stored, sealed] = await Promise.all([
    db
      .selectFrom(scoped(viewer, 'customer'))
      .innerJoin('archive', 'archive.customerId', 'customer.id')
      .leftJoin('user', 'user.id', 'customer.responsibleId')
      .selectAll('customer')
      .select(['archive.completeness', 'archive.updatedAt as archivedAt', 'archive.version as archiveVersion'])
      .select('user.name as responsibleName')
      .where('customer.id', '=', any(ids))
      .execute(),
    archiveSealedIds(ids),
  ]);
  const today = todayInChina(Date.now());
  const byId = new Map(
    stored.map((row): [string, Row] => {
      const { bloodType, rh, allergies } = decryptHealth(row.healthCipher);
      return [
        row.id,
        {
          ...pick(row, ['id', 'no', 'name', 'gender', 'chronic', 'abilityLevel', 'completeness', 'responsibleName']),
          age: row.birthDate ? ageOn(row.birthDate, today) : null,
          ...{ bloodType, rh, allergies },
          // Readings, examinations and visits fill these with their features.
          ...{ latest: [], physicalAt: null, visitDue: null },
          sealed: sealed.has(row.id),
          updatedAt: row.archivedAt,
          version: row.archiveVersion,
        },
      ];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a page of health archives in scope; counted to 10,001 unless `exact`. */
export async function getArchiveList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { page, limit: size, sort, exact, ...filters } = input;
  const newest = sql`customer.created_at desc, customer.id desc`;
  const { limit, offset } = pageOf({ ...(page && { page }), ...(size !== undefined && { limit: size }) }, {}, newest);
  const query = await selected(viewer, filters);
  const [ids, count] = await Promise.all([
    limit === 0
      ? []
      : query
          .orderBy(pageOf({ ...(sort && { sort }) }, sortColumns, newest).order)
          .limit(limit)
          .offset(offset)
          .execute(),
    countOf(query, exact ? undefined : countLimit),
  ]);
  return {
    rows: await rowsOf(
      viewer,
      ids.map(({ id }) => id),
    ),
    count,
  };
}
