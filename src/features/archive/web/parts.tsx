import { bloodLabel } from '#features/customer/contract.ts';
import { missing } from '#web/data/format.ts';

/** Returns A 型 RH(+). */
export const bloodText = (blood: { bloodType: string | null; rh: string | null }) => bloodLabel(blood) ?? missing;

/** Returns the link to a part of a customer's archive. */
export const sectionLink = (id: string, section: string) => `#/healthy/archives/${id}?section=${section}`;

/** Days from which a medicine is highlighted for refill. */
const fewDays = 5;

/** Shows for how many days a medicine lasts; nothing where that is unknown. */
export function DaysLeft({ days }: { days: number | null | undefined }) {
  if (days === null || days === undefined) return null;
  return days <= fewDays ? <b className="text-level2-text">剩 {days} 天</b> : <>剩 {days} 天</>;
}

/** Shows how complete an archive is, as a bar with its figure. */
export function Completeness({ percent }: { percent: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <meter className="w-16" min={0} max={100} value={percent} aria-label={`档案完整度 ${percent}%`} />
      <b>{percent}%</b>
    </span>
  );
}
