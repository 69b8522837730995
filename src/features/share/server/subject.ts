import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { consentValidityOf, customerOf, hasConsent, isOver } from '#features/customer/server/service.ts';
import { isOpen as isLost, requireLost } from '#features/lost/server/service.ts';
import { requireWarn } from '#features/warn/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import { hasPermission, system, type Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { unlocated } from '#shared/codes.ts';
import { maxPlaceHours, presetHours, type ShareKind, type shareApi, shareKinds } from '#shared/contract/share.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { shareRefusal } from './sheet.ts';

type Input = InputOf<typeof shareApi.addShare>;

const permissions: Record<ShareKind, string> = {
  sheet: 'warn:share',
  place: 'location:share',
  lost: 'location:share',
};

/** Kinds of links that the viewer may add, see and revoke. */
export const permittedKinds = (viewer: Viewer): ShareKind[] =>
  (Object.keys(shareKinds) as ShareKind[]).filter((kind) => hasPermission(viewer, permissions[kind]));

/** Throws 403 without the permission for links of this kind. */
export function requireKind(viewer: Viewer, kind: ShareKind): void {
  if (!hasPermission(viewer, permissions[kind])) throw new Problem(403, `没有权限分享${shareKinds[kind]}`);
}

/** What a link is about: ids as they are stored. */
export interface ShareSubject {
  warnId: string | null;
  customerId: string | null;
}

/** Returns the lifetime in hours. 400 for a place that is shared too long, and for a whole one without a reason. */
export function validatedHours(kind: ShareKind, { hours, whole, reason }: Input): number {
  if (kind === 'place' && (hours ?? 0) > maxPlaceHours)
    throw invalidField('hours', `位置链接的有效期为1至${maxPlaceHours}小时`, 'maximum');
  if (whole && kind === 'sheet') throw invalidField('whole', '处置单不带全名和照片');
  if (whole && !reason?.trim()) throw invalidField('reason', '请写明带姓名和照片的原因', 'required');
  return hours ?? presetHours[kind];
}

/** Throws 409 for a person whose links would show nothing: the service is over, or there is no consent. */
async function requireShown(tx: Db, customerId: string): Promise<void> {
  if (isOver((await customerOf(system('share'), customerId)).serviceState))
    throw new Problem(409, '服务已终止，不能分享');
  const consent = await consentValidityOf(tx, customerId, 'location');
  if (consent !== 'valid') throw new Problem(409, `${unlocated[consent]}，不能分享`);
}

/**
 * Returns the subject of a new link. 404 outside the viewer's scope; 409 for what must not be shared: health or a place
 * without consent, a person whose service is over, a search that has ended.
 */
export async function requireSharable(tx: Db, viewer: Viewer, kind: ShareKind, input: Input): Promise<ShareSubject> {
  if (kind === 'place') {
    if (input.customerId === undefined) throw invalidField('customerId', '请选择客户', 'required');
    await customerOf(viewer, input.customerId);
    await requireShown(tx, input.customerId);
    return { warnId: null, customerId: input.customerId };
  }
  if (input.warnId === undefined) throw invalidField('warnId', '请选择告警', 'required');
  if (kind === 'lost') {
    const { row, lost } = await requireLost(viewer, input.warnId, tx);
    if (!isLost(row)) throw new Problem(409, '走失已结束，不能分享');
    await requireShown(tx, lost.customerId);
    return { warnId: row.id, customerId: lost.customerId };
  }
  const warn = await requireWarn(viewer, input.warnId, tx);
  const refusal = await shareRefusal(tx, warn);
  if (refusal) throw new Problem(409, refusal);
  return { warnId: warn.id, customerId: null };
}

/** Throws 404 unless the viewer sees what a link is about. */
export async function requireSubject(tx: Db, viewer: Viewer, { warnId, customerId }: ShareSubject): Promise<void> {
  if (warnId !== null) await requireWarn(viewer, warnId, tx);
  else if (customerId !== null) await customerOf(viewer, customerId);
}

/** Condition on `share` that its person still agrees, and is still searched for; a sheet judges that itself. */
export const isShown: RawBuilder<SqlBool> = sql<SqlBool>`(share.kind = 'sheet'
  or exists (select 1 from customer where customer.id = share.customer_id and customer.deleted_at is null
      and customer.service_state not in ('ended', 'deceased') and ${hasConsent('location')})
    and (share.kind = 'place' or exists (select 1 from warn where warn.id = share.warn_id and warn.status in ('pending', 'handling'))))`;
