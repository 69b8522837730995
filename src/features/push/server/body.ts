import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import { maskNumbers } from '#features/equipmentCommand/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';

/**
 * Columns with the bytes of a log row `l`, and whether they may contain a position of a customer without location
 * consent.
 */
export const bodyColumns = sql`
  l.body, (l.body is not null and exists (
    select 1 from equipment e join customer on customer.id = e.customer_id and not ${hasConsent('location')}
    where e.deleted_at is null and e.id in (select i.equipment_id from equipment_identifier i where i.protocol = 'push' and i.number = l.number
      union all select o.id from equipment o where o.sn = l.number))) as unagreed`;

export interface StoredBody {
  body: Buffer | null;
  unagreed: boolean;
}

/**
 * Returns a body as the viewer may see it. Any byte may be health data: viewers without that permission get none;
 * without the reveal permission numbers are masked.
 */
export function shownBody(viewer: Viewer, { body, unagreed }: StoredBody): { body: string | null; covered: boolean } {
  if (body === null) return { body: null, covered: false };
  if (unagreed || !hasPermission(viewer, 'archive:list')) return { body: null, covered: true };
  const text = body.toString('utf8').replaceAll('\0', '');
  return { body: hasPermission(viewer, 'pii:reveal') ? text : String(maskNumbers(text)), covered: false };
}
