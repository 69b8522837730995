import type { WarnDetail } from './types.ts';

/** Timers of the server and clocks of steps differ by less than this, ms. */
const tolerance = 5000;

type RungInput = Pick<WarnDetail, 'nextRung' | 'nextRungAt' | 'status' | 'steps' | 'dispatches' | 'limits'>;

function stalls(detail: RungInput): boolean {
  const last = Math.max(0, ...detail.steps.filter((step) => step.userId !== null).map((step) => Date.parse(step.at)));
  const due = Date.parse(detail.nextRungAt ?? '');
  return Math.abs(due - last - detail.limits.progress * 1000) < tolerance;
}

/**
 * What the ladder does next, with the condition that the row leaves out: 「无人接警则站内通知班长」「没有新进展则站内通知班长」
 * 「未到场则站内通知班长」 (domain.md 7.4). Null when no rung is due.
 */
export function rungSentence(detail: RungInput): string | null {
  const { nextRung, status } = detail;
  if (nextRung === null || nextRung.includes('则')) return nextRung;
  if (status === 'pending') return `无人接警则${nextRung}`;
  if (stalls(detail)) return `没有新进展则${nextRung}`;
  const underWay = detail.dispatches.some((dispatch) => ['sent', 'accepted', 'on_way'].includes(dispatch.state));
  return underWay ? `未到场则${nextRung}` : nextRung;
}
