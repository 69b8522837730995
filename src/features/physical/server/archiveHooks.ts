import { sql } from 'kysely';
import type { ArchiveHooks } from '#features/archive/server/service.ts';
import { physicalKinds } from '#features/physical/contract.ts';
import { hasPermission } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

interface Examined {
  id: string;
  date: string;
  kind: keyof typeof physicalKinds;
  org: string;
  abnormal: number;
}

/** Submitted examinations in the health archive: on the time line of those who see examinations, and the newest day of the list. */
const hooks: ArchiveHooks = {
  async examinations(viewer, customerId, from, to) {
    if (!hasPermission(viewer, 'physical:list')) return [];
    const rows = await db.rows(sql<Examined>`
      select p.id::text, p.date::text, p.kind, o.name as org, cardinality(p.abnormal) as abnormal
      from physical p join physical_org o on o.id = p.org_id
      where p.customer_id = ${customerId} and p.status in ('done', 'reviewed') and p.date >= ${from.slice(0, 10)}::date and p.date <= ${to.slice(0, 10)}::date + 1
      order by p.date desc, p.id desc limit 500`);
    return rows.map(({ id, date, kind, org, abnormal }) => ({
      ...{ id, at: date, title: `${physicalKinds[kind]}体检`, url: `/healthy/physicals/${id}` },
      text: `${org}，${abnormal > 0 ? `${abnormal} 项异常` : '未见异常'}`,
    }));
  },
  async examinedOn(ids) {
    const rows = await db.rows(sql<{ customerId: string; date: string }>`
      select p.customer_id::text as "customerId", max(p.date)::text as date from physical p
      where p.customer_id = any(${bigints(ids)}) and p.status in ('done', 'reviewed') group by p.customer_id`);
    return new Map(rows.map(({ customerId, date }) => [customerId, date]));
  },
};
export default hooks;
