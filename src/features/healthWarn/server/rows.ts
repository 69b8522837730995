import { sql } from 'kysely';
import { type AddressColumns, addressParts, bedAddressOf } from '#features/customer/server/service.ts';
import { bandSetsOf, sparksOf } from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { normalBand } from '#shared/health/normalBand.ts';
import type { RuleKind } from '#shared/health/rule/definition.ts';
import { type FiredRule, sentenceOf } from '#shared/health/rule/sentence.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import type { warningApi } from '../contract.ts';
import { overdue, stateOf } from './conditions.ts';

export type WarningRow = OutputOf<typeof warningApi.getEarlyWarningList>;

/** What fired, as the judge stores it; instants in ms. */
export interface StoredEvidence extends Omit<FiredRule, 'metric'> {
  kind: RuleKind;
}

type Loaded = Omit<WarningRow, 'age' | 'spot' | 'sentence' | 'spark' | 'band' | 'beside'> & {
  birthDate: string | null;
  place: Omit<AddressColumns, 'bed'>;
  bed: AddressColumns['bed'];
  evidence: StoredEvidence;
  beside: string[] | null;
};

/** Returns these warnings in this order. The caller has checked the scope. */
export async function warningRows(tx: Db, ids: readonly string[]): Promise<WarningRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows(sql<Loaded>`
    select warn.id::text, warn.no, warn.customer_id::text as "customerId", c.name as "customerName", c.gender, c.birth_date::text as "birthDate",
      health_warn.metric, health_warn.direction, health_warn.value, health_warn.limit_value as "limit", health_warn.evidence, warn.level, warn.family,
      health_warn.rule_id::text as "ruleId", rule.name as "ruleName", warn.repeat_count as "repeatCount", warn.created_at as "createdAt",
      health_warn.last_at as "lastAt", health_warn.due_at as "dueAt", ${overdue} as overdue, warn.claimed_at as "claimedAt", warn.finished_at as "finishedAt",
      warn.recovered_at as "recoveredAt", ${stateOf} as state, u.id::text as "handlerId", u.name as "handlerName", health_warn.result, warn.version,
      ${zoneOf(sql`warn.project_id`)} as "timeZone", ${bedAddressOf(sql`c.id`)} as bed,
      jsonb_build_object('street', c.street, 'community', c.community, 'address', c.address, 'building', c.building, 'floor', c.floor, 'room', c.room) as place,
      case when warn.status = 'pending' then (select array_agg(o.id::text order by o.level, o.received_at) from warn o where o.customer_id = warn.customer_id
        and o.type = 'health' and o.family = 'health' and o.status = 'pending' and o.id <> warn.id) end as beside
    from warn join health_warn on health_warn.warn_id = warn.id join customer c on c.id = warn.customer_id join rule on rule.id = health_warn.rule_id
    left join "user" u on u.id = coalesce(warn.handler_id, case when warn.status = 'pending' then warn.offered_to end)
    where warn.id = ${any(ids)}`);
  const byId = new Map((await completed(tx, rows)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function completed(tx: Db, rows: readonly Loaded[]): Promise<WarningRow[]> {
  const sparks = await sparksOf(
    tx,
    rows.map(({ id, customerId, metric, lastAt }) => ({ id, customerId, metric, until: lastAt })),
  );
  const bands = await bandSetsOf(tx, [...new Set(rows.map(({ customerId }) => customerId))]);
  const today = todayInChina(Date.now());
  return rows.map(({ birthDate, place, bed, evidence, beside, ...row }) => ({
    ...row,
    age: birthDate ? ageOn(birthDate, today) : null,
    spot: addressParts({ ...place, bed }).spot,
    sentence: sentenceOf({ ...evidence, metric: row.metric }),
    spark: [...(sparks.get(row.id) ?? []), endOf(row, evidence)],
    band: normalBand(bands.get(row.customerId), row.metric, null),
    beside: beside?.slice(0, 30) ?? [],
  }));
}

/** Returns the value in which the line ends: the newest sample of the sign. */
function endOf({ metric, value }: Pick<WarningRow, 'metric' | 'value'>, { kind, samples }: StoredEvidence): number {
  if (kind !== 'lasting') return value;
  return samples.findLast((sample) => sample.metric === metric)?.value ?? value;
}
