import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import { type fenceApi, unusableReasons } from '#features/fence/contract.ts';
import { spansOf } from '#features/reading/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { zoneOf } from '#server/db/zone.ts';
import { keysOf } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FenceShape } from '#shared/place/fenceShape.ts';
import { packFixes, unpackFixes } from '#shared/place/fixColumns.ts';
import { tryFixes } from '#shared/place/simulate.ts';
import { validateShape, validateWindows } from './fence.ts';
import { fixesIn } from './judge/read.ts';

type Api = typeof fenceApi;

const maxMs = 7 * 86_400_000;
/** Fixes of one device that are tried. */
const maxFixes = 100_000;

/**
 * Runs the fixes of a person through a fence that is not stored. 400 for more than 7 days, 404 out of scope, 409 without
 * the consent to be located.
 */
export async function tryFence(
  viewer: Viewer,
  { customerId, from, to, ...fence }: InputOf<Api['tryFence']>,
): Promise<OutputOf<Api['tryFence']>> {
  validateShape(fence.shape);
  validateWindows(fence.windows ?? []);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (end - start > maxMs) throw invalidField('from', '最多试算7天', 'range');
  const customer = await db.row(sql<{ agrees: boolean; zone: string; ids: string[] }>`
    select ${hasConsent('location')} as agrees, ${zoneOf(sql`customer.project_id`)} as zone,
      array(select c.id::text from customer c where c.id = customer.id or c.merged_into = customer.id) as ids
    from ${scoped(viewer, 'customer')} where customer.id = ${customerId}`);
  if (!customer) throw notFound('客户');
  if (!customer.agrees) throw new Problem(409, '客户没有同意定位');
  const spans = await spansOf(db, customerId, start, end + 1);
  const fixes = await fixesIn(
    db,
    // From the first millisecond of a span up to the last one before its end.
    spans.map(({ sourceId, from: since, until }) => ({ deviceId: sourceId, from: since - 1, to: until - 1 })),
    maxFixes,
  );
  const columns = packFixes(fixes.filter((fix) => customer.ids.includes(fix.customerId)));
  const { events, verdicts } = tryFixes(
    {
      kind: fence.kind,
      shape: fence.shape as FenceShape,
      windows: fence.windows ?? [],
      minutes: fence.minutes ?? null,
    },
    unpackFixes(columns),
    customer.zone,
  );
  const count = (reason: string) => verdicts.filter((verdict) => verdict === reason).length;
  const left = keysOf(unusableReasons).map((reason) => ({ reason, n: count(reason) }));
  return {
    events: events.map(({ at, rings: _rings, ...event }) => ({ at: new Date(at).toISOString(), ...event })),
    usable: count('inside') + count('outside'),
    left: left.filter(({ n }) => n > 0),
    fixes: columns,
    timeZone: customer.zone,
    more: fixes.length >= maxFixes,
  };
}
