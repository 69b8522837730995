import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  chosenBy,
  type EquipmentFilters,
  equipmentRows,
  onlineIs,
  selectEquipment,
} from '#features/equipment/server/service.ts';
import { childStates, type gatewayApi } from '#features/gateway/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { holds } from '#server/db/filter.ts';
import { countLimit, countOf, limitsOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, texts } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { figuresOf } from './figures.ts';

type Input = InputOf<typeof gatewayApi.getGatewayList>;
export type GatewayFilters = Omit<Input, 'page' | 'limit'>;
type Row = OutputOf<typeof gatewayApi.getGatewayList>;

const modelsWith = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`equipment.model_id = any(array(select id from model where ${condition}))`;

/** Matches gateways with a child in scope that is offline. */
const withOfflineChild = (viewer: Viewer) => sql<SqlBool>`equipment.id in (
  select equipment.gateway_id from ${scoped(viewer, 'equipment')}
  join model m on m.id = equipment.model_id join device_state s on s.device_id = equipment.id
  where equipment.gateway_id is not null and ${onlineIs(sql.ref('equipment.gatewayId'), childStates.childOffline)})`;

/** Returns the query of the selected gateways in scope, in the order of the list. */
export async function selectGateways(viewer: Viewer, input: GatewayFilters) {
  const { protocol, childOffline, ...filters } = input;
  const where = and(
    modelsWith(sql`kind = 'gateway'`),
    protocol?.length ? modelsWith(sql`protocol = any(${texts(protocol)})`) : undefined,
    childOffline === undefined ? undefined : holds(withOfflineChild(viewer), childOffline),
    await chosenBy(filters as EquipmentFilters),
  );
  return selectEquipment(viewer, filters as EquipmentFilters, where);
}

/** Returns gateways in scope by id, in the order of `ids`. */
export async function gatewayRows(viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [rows, figures] = await Promise.all([equipmentRows(viewer, ids), figuresOf(viewer, ids)]);
  return rows.flatMap((row) => {
    const own = figures.get(row.id);
    return own ? [{ ...row, ...own, software: own.software ?? row.firmware, position: row.position }] : [];
  });
}

/** Returns a page of gateways in scope. */
export async function getGatewayList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { page, limit, ...filters } = input;
  const place = limitsOf({ page, limit });
  const selected = await selectGateways(viewer, filters);
  const [ids, count] = await Promise.all([
    place.limit === 0 ? [] : selected.limit(place.limit).offset(place.offset).execute(),
    countOf(selected, input.exact ? undefined : countLimit),
  ]);
  const rows = await gatewayRows(
    viewer,
    ids.map(({ id }) => id),
  );
  return { rows, count };
}
