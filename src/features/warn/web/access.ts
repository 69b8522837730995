import type { WarnRow } from './types.ts';

/** Returns why the server left out phones and health (domain.md 3.5), and when they are visible. */
export function restrictedText(warn: Pick<WarnRow, 'status' | 'handlerName'>, claims: boolean): string {
  if (!claims) return '住址、健康资料、号码和位置须有「接警与处理」的权限';
  if (warn.status === 'pending') return '接警后显示完整号码和健康资料';
  if (warn.status === 'handling') return `完整号码和健康资料只给处理人 ${warn.handlerName ?? ''}`.trim();
  return '告警已结束，住址、号码和健康资料已隐藏';
}

/** Actions that the viewer may do with a warn. */
export interface Access {
  /** Claim it. */
  claim: boolean;
  /** Add notes and dispatches: the handler and all users in scope who help (协助). */
  assist: boolean;
  /** Record calls: users who assist, and those who follow up a closed warn. */
  call: boolean;
  /** Transfer, release, close: the handler or a leader. */
  handle: boolean;
  /** 误报, or requesting it from a leader: the handler; before the claim all users who may claim (domain.md 7.1). */
  markFalse: boolean;
  reopen: boolean;
  finishFollowUp: boolean;
  /** Why `handle` is refused, for the tooltip of a disabled button; otherwise null. */
  reason: string | null;
}

function refusalReason(
  warn: Pick<WarnRow, 'status' | 'handlerName'>,
  canClaim: boolean,
  holds: boolean,
): string | null {
  if (!canClaim) return '没有「接警与处理」的权限';
  if (warn.status === 'pending') return '先接警';
  if (warn.status !== 'handling') return '告警已结束';
  return holds ? null : `由 ${warn.handlerName ?? '他人'} 处理中，可协助呼叫、记录和派单`;
}

/**
 * Returns the viewer's access to a warn.
 * @param can whether the viewer holds a permission, e.g. `warn:claim`
 */
export function accessTo(
  warn: Pick<WarnRow, 'status' | 'handlerId' | 'handlerName' | 'followUpAt'>,
  userId: string | null,
  can: (permission: string) => boolean,
): Access {
  const claims = can('warn:claim');
  const leads = can('warn:lead');
  const isHandler = warn.handlerId !== null && warn.handlerId === userId;
  const reason = refusalReason(warn, claims, isHandler || leads);
  const finished = warn.status === 'done' || warn.status === 'false';
  const assist = claims && warn.status === 'handling';
  const finishFollowUp = warn.status === 'done' && warn.followUpAt !== null && claims;
  return {
    claim: claims && warn.status === 'pending',
    assist,
    call: assist || finishFollowUp,
    handle: reason === null,
    markFalse: reason === null || (claims && warn.status === 'pending'),
    reopen: finished && leads,
    finishFollowUp,
    reason,
  };
}
