import type { WarnDetail } from '#features/warn/web/service.ts';
import { unlocated } from '#shared/codes.ts';
import { can } from '#web/api/session.ts';

/** Returns why a customer without location consent is not located; undefined with consent or without a customer. */
export function noLocationText(consent: WarnDetail['locationConsent']): string | undefined {
  return consent === null || consent === 'valid' ? undefined : unlocated[consent];
}

/** Replaces position and track of a customer without location consent; links to the consents. */
export function NoLocationConsent({ detail: { customerId, locationConsent, position } }: { detail: WarnDetail }) {
  const reason = noLocationText(locationConsent);
  if (!reason) return null;
  return (
    <p className="flex items-center flex-wrap gap-2 px-4 py-1.5 text-[13px] border-b border-line" role="status">
      <span className="text-level2-text">{reason}</span>
      {position !== null && <span className="text-text2">只显示告警自带的位置</span>}
      {can('customer:list') && <a href={`#/customer/list/${customerId}?section=consent`}>查看同意</a>}
    </p>
  );
}
