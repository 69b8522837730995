import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type archiveApi, listedKinds } from '#features/archive/contract.ts';
import {
  archiveSealedIds,
  type CustomerFilters,
  countCustomers,
  customerCondition,
  decryptHealth,
} from '#features/customer/server/service.ts';
import { abnormalWithin, latestOf, silentFor } from '#features/reading/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countLimit, countOf, limitsOf, orderOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, any } from '#server/db/values.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { examinedDays } from './archiveHooks.ts';

type Api = typeof archiveApi;
type Row = OutputOf<Api['getArchiveList']>;
type Input = InputOf<Api['getArchiveList']>;
/** Filters and order of the list. */
export type ArchiveFilters = Omit<Input, 'page' | 'limit'>;

const sortColumns = {
  name: 'customer.pinyin',
  age: 'customer.birthDate',
  completeness: 'archive.completeness',
  updatedAt: 'archive.updatedAt',
  createdAt: 'customer.createdAt',
} as const;

/** Returns the filters of the customer list, and conditions of the others. */
function divided({ completenessBelow, abnormalWithinDays, silentDays, sort: _sort, ...filters }: ArchiveFilters) {
  const own: (RawBuilder<SqlBool> | undefined)[] = [
    completenessBelow === undefined ? undefined : sql`archive.completeness < ${completenessBelow}`,
    abnormalWithinDays === undefined ? undefined : abnormalWithin('customer.id', abnormalWithinDays),
    silentDays === undefined ? undefined : silentFor('customer.id', silentDays),
  ];
  return { own: own.filter((condition) => condition !== undefined), filters: filters as CustomerFilters };
}

/** @param sorted the order needs the archive */
async function selected(viewer: Viewer, input: ArchiveFilters, sorted: boolean) {
  const { own, filters } = divided(input);
  const query = db.selectFrom(scoped(viewer, 'customer')).select('customer.id');
  const condition = and(await customerCondition(viewer, filters), ...own);
  // Each customer has an archive: without need the join would only slow the count.
  if (!sorted && input.completenessBelow === undefined) return query.where(condition);
  return query.innerJoin('archive', 'archive.customerId', 'customer.id').where(condition);
}

/** Returns the query of the selected ids, in the list's order. */
export async function selectArchives(viewer: Viewer, input: ArchiveFilters) {
  const newest = sql`customer.created_at desc, customer.id desc`;
  const { departments, projects, kind } = viewer.scope;
  const isLimited = kind === 'self' || departments !== null || projects !== null;
  // Within a scope the people are sorted: by the index all others would be read before them.
  const completeness = isLimited ? sql`(archive.completeness + 0)` : sortColumns.completeness;
  const order = orderOf(input.sort, { ...sortColumns, completeness }, newest, {
    filled: ['completeness', 'updatedAt', 'createdAt'],
    reversed: ['age'],
  });
  const sorted = input.sort?.some(({ field }) => sortColumns[field].startsWith('archive.')) ?? false;
  return (await selected(viewer, input, sorted)).orderBy(order);
}

/** Counts the selected archives: as the customers are counted, and to 10,001 with a filter unless `exact`. */
export async function countArchives(viewer: Viewer, input: ArchiveFilters): Promise<number> {
  const { own, filters } = divided(input);
  if (own.length === 0) return countCustomers(viewer, filters);
  return countOf(await selected(viewer, input, false), input.exact ? undefined : countLimit);
}

const isListed = (kind: string): kind is (typeof listedKinds)[number] =>
  (listedKinds as readonly string[]).includes(kind);

/** Returns the archives of these customers in scope, in the order of `ids`. */
export async function archiveRows(viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [stored, sealed, latest, examined] = await Promise.all([
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
    latestOf(db, ids),
    examinedDays(ids),
  ]);
  const today = todayInChina(Date.now());
  const byId = new Map(
    stored.map((row): [string, Row] => {
      const { bloodType, rh, allergies } = decryptHealth(row.healthCipher);
      const values = latest.get(row.id) ?? [];
      return [
        row.id,
        {
          ...pick(row, [
            'id',
            'no',
            'name',
            'gender',
            'chronic',
            'abilityLevel',
            'assessedUntil',
            'completeness',
            'responsibleName',
          ]),
          age: row.birthDate ? ageOn(row.birthDate, today) : null,
          ...{ bloodType, rh, allergies },
          latest: values.flatMap(({ kind, ...value }) =>
            isListed(kind) ? [{ kind, ...pick(value, ['value', 'unit', 'at', 'level', 'meal']) }] : [],
          ),
          // Visits fill theirs with their feature.
          ...{ physicalAt: examined.get(row.id) ?? null, visitDue: null },
          sealed: sealed.has(row.id),
          updatedAt: row.archivedAt,
          version: row.archiveVersion,
        },
      ];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a page of health archives in scope. */
export async function getArchiveList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { page: _page, limit: _limit, ...filters } = input;
  const { limit, offset } = limitsOf(input);
  const [ids, count] = await Promise.all([
    limit === 0 ? [] : (await selectArchives(viewer, filters)).limit(limit).offset(offset).execute(),
    countArchives(viewer, filters),
  ]);
  return {
    rows: await archiveRows(
      viewer,
      ids.map(({ id }) => id),
    ),
    count,
  };
}
