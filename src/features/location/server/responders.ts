import { sql } from 'kysely';
import type { locationApi } from '#features/location/contract.ts';
import { visibleWarnsTable } from '#features/warn/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, equals } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { maskPhone } from '#shared/mask.ts';

type Row = OutputOf<(typeof locationApi)['getAppList']>;
type Input = InputOf<(typeof locationApi)['getAppList']>;
type Stored = Omit<Row, 'lat' | 'lng' | 'accuracy' | 'consent'> & {
  place: { lat: number; lng: number; accuracy?: number } | null;
};

/** Responders with a link who are on the way to an open alarm that the viewer may see. */
const underWay = (viewer: Viewer, { warnId, from, to }: Input) => sql`
  warn_dispatch d join ${visibleWarnsTable(viewer, hasPermission(viewer, 'warn:device'))} on warn.id = d.warn_id
  left join customer on customer.id = warn.customer_id
  left join lateral (
    select s.at, s.data -> 'place' as place from warn_step s
    where s.warn_id = d.warn_id and s.data ->> 'dispatchId' = d.id::text and s.data ? 'place' order by s.id desc limit 1) p on true
  where warn.status in ('pending', 'handling') and d.state not in ('done', 'cancelled')
    and exists (select 1 from warn_link l where l.warn_id = d.warn_id and l.kind = 'responder' and l.to_id = d.id)
    and ${and(equals('warn.id', warnId), between(sql.ref('d.sent_at'), from, to))}`;

/** Returns who is on the way, with the place that they reported last by their link. */
export async function getAppList(viewer: Viewer, input: Input): Promise<Paged<Row>> {
  const { limit, offset, order } = pageOf(input, { at: sql`p.at` }, sql`d.sent_at desc, d.id desc`);
  const unmasked = hasPermission(viewer, 'pii:reveal');
  const [rows, count] = await Promise.all([
    db.rows(sql<Stored>`
      select d.id::text, d.name, d.phone, d.kind, warn.id::text as "warnId", customer.id::text as "customerId", customer.name as "customerName", d.state, p.at, p.place, d.sent_at as "sentAt"
      from ${underWay(viewer, input)} order by ${order} limit ${limit} offset ${offset}`),
    countOf(sql`select d.id from ${underWay(viewer, input)}`),
  ]);
  return {
    rows: rows.map(({ place, phone, ...row }) => ({
      ...row,
      phone: unmasked ? phone : maskPhone(phone),
      ...{ lat: place?.lat ?? null, lng: place?.lng ?? null, accuracy: place?.accuracy ?? null },
      consent: 'link',
    })),
    count,
  };
}
