import { bloodLabel } from '#features/customer/contract.ts';
import { missing } from '#web/data/format.ts';

/** Returns A 型 RH(+). */
export const bloodText = (blood: { bloodType: string | null; rh: string | null }) => bloodLabel(blood) ?? missing;

/** Shows how complete an archive is, as a bar with its figure. */
export function Completeness({ percent }: { percent: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <meter className="w-16" min={0} max={100} value={percent} aria-label={`档案完整度 ${percent}%`} />
      <b>{percent}%</b>
    </span>
  );
}
