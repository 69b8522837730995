import { listTime } from './format.ts';

interface Terms {
  /** ISO. */
  until: string;
  called: boolean;
}

/** Returns what the follow-up after 已送医 still needs, and its deadline. `now`: epoch ms. */
export function followUpTermsText({ until, called }: Terms, now: number): string {
  const call = called ? '已有接通的通话记录。' : '送医后的回访凭接通的通话记录完成：先拨打老人或联系人，记下通话结果。';
  const days =
    Date.parse(until) > now ? `满72小时（${listTime(until)}）前还会再约一次。` : '已满72小时，这次完成后结束。';
  return `${call}${days}`;
}
