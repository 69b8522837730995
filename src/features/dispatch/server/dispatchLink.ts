import { channelsOf } from '#features/channel/server/service.ts';
import { makeCaseLink, responderNotification, rungContext } from '#features/escalation/server/service.ts';
import { notify } from '#features/notification/server/service.ts';
import type { LockedWarn, StoredWarn } from '#features/warn/server/service.ts';
import { publicUrlOf } from '#server/core/publicUrl.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { services } from '#shared/services.ts';

/** Returns why no responder of this warn can receive a link; null if they can. */
export async function linkRefusal(tx: Db, { projectId }: Pick<StoredWarn, 'projectId'>): Promise<string | null> {
  if (publicUrlOf('') === null) return '平台没有设置外网地址';
  const channels = await channelsOf(tx, [projectId]);
  return channels.some(({ kind }) => kind === 'sms') ? null : '项目没有启用短信渠道';
}

interface LinkRecipient {
  id: string;
  name: string;
  phone?: string | undefined;
  kind: string;
}

const isMobile = (phone: string) => /^(\+?86)?1\d{10}$/.test(phone.replaceAll('-', ''));

function recipientRefusal({ test }: StoredWarn, { phone, kind }: LinkRecipient): string | null {
  if (test && kind === 'family') return '演练不通知家属';
  if (!phone) return '没有填电话';
  return isMobile(phone) ? null : '不是手机号，收不到短信';
}

/**
 * Sends a responder the dispatch link by the project's SMS channel, in the transaction of the dispatch. Returns the
 * step's data: `linkSent`, or `linkRefused` with the reason; nothing for 120, 119 and 110.
 */
export async function sendDispatchLink(
  { tx, row }: LockedWarn,
  viewer: Viewer,
  to: LinkRecipient,
): Promise<{ linkSent?: 'sms'; linkRefused?: string }> {
  if (services.includes(to.kind)) return {};
  const reason = recipientRefusal(row, to) ?? (await linkRefusal(tx, row));
  if (reason !== null) return { linkRefused: reason };
  const link = await makeCaseLink(tx, row.id, { kind: 'responder', id: to.id, name: to.name }, viewer);
  if (!link?.url) return { linkRefused: '这条告警的应答链接太多了' };
  const responder = { id: to.id, name: to.name, mobile: to.phone ?? null, link: link.url };
  await notify(tx, [await responderNotification(rungContext(tx, [row]), row, responder)]);
  return { linkSent: 'sms' };
}
