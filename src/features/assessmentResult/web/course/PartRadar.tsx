import { Radar } from '#web/chart/Radar.tsx';
import type { ShownPart } from '../items.ts';

/** Characters of a label that have room beside the chart. */
const longest = 6;

const spokeLabel = (label: string) => label.replace(/能力$|状态$|与.*$/, '').slice(0, longest);

/** Shares of the parts in their full points, this time's and the last. */
export function PartRadar({ parts }: { parts: readonly ShownPart[] }) {
  const share = (sum: number, max: number) => (max > 0 ? sum / max : 0);
  const hasLast = parts.some(({ last }) => last !== null);
  return (
    <section className="result-radar p-4" aria-label="各部分占满分的比例">
      <h2 className="flex text-sm">
        {parts.length === 4 ? '四个部分' : '各部分'}
        <span className="ml-3 text-[13px] font-normal text-text2">占满分</span>
        {hasLast && <span className="ml-auto text-[13px] font-normal text-text2">虚线 上次</span>}
      </h2>
      <Radar
        title="各部分占满分"
        width={280}
        height={196}
        spokes={parts.map(({ label, sum, last, max }) => ({
          label: spokeLabel(label),
          value: share(sum, max),
          ...(last !== null && { before: share(last, max) }),
        }))}
      />
    </section>
  );
}
