import { sql } from 'kysely';
import { consentValiditiesOf } from '#features/customer/server/service.ts';
import type { locationApi } from '#features/location/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { countOf, limitsOf } from '#server/db/paging.ts';
import type { ConsentValidity } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { stations } from './near.ts';
import { type PlaceRow, placeRow, readPlaces, type StoredPlace } from './row.ts';
import { type PlaceFilters, placeConditions, placesOf } from './source.ts';

/** Returns rows as list and page show them. */
export async function shownPlaces(rows: readonly StoredPlace[]): Promise<PlaceRow[]> {
  const without = rows.filter(({ agreed }) => !agreed).map(({ id }) => id);
  const [validities, landmarks] = await Promise.all([consentValiditiesOf(db, without), stations()]);
  const byId = new Map(
    validities.filter(({ purpose }) => purpose === 'location').map(({ id, agreement }) => [id, agreement]),
  );
  const agreementOf = ({ id, agreed }: StoredPlace): ConsentValidity => {
    const validity = byId.get(id) ?? 'missing';
    // A consent given after the row was read shows nothing yet.
    return agreed ? 'valid' : validity === 'valid' ? 'missing' : validity;
  };
  return rows.map((row) => placeRow(row, agreementOf(row), landmarks));
}

/** Returns a page of the people in scope with their places. */
export async function getPlaceList(
  viewer: Viewer,
  { page, limit: size, sort, ...filters }: InputOf<(typeof locationApi)['getPlaceList']>,
): Promise<Paged<PlaceRow>> {
  const { limit, offset } = limitsOf({ page, limit: size });
  const rows = limit === 0 ? [] : await readPlaces(viewer, filters, { sort, limit, offset });
  return {
    rows: await shownPlaces(rows),
    count: rows[0]?.total ?? (await countPlaces(viewer, filters)),
  };
}

async function countPlaces(viewer: Viewer, filters: PlaceFilters): Promise<number> {
  const where = await placeConditions(viewer, filters);
  return countOf(sql`select place.id from ${placesOf(viewer, where)}`);
}
