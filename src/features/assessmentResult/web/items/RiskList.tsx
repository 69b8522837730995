import type { ScaleOfPage } from '#features/assessment/contract.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { ShownItem, ShownPart } from '../items.ts';

/** Tones of the options, worst first; a better one has none. */
const tones = ['warn', 'notice'] as const;

/** Items of a scale without points that are summed: the answer in words, with its evidence and measures. */
export function RiskList({ parts, scale }: { parts: readonly ShownPart[]; scale: ScaleOfPage }) {
  return (
    <ul className="result-risks p-0">
      {parts
        .flatMap(({ items }) => items)
        .map((item) => (
          <li key={item.code} className="border-b border-line py-2 text-[13px]">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="text-text3">{item.number}</span>
              <b>{item.label}</b>
              <RiskLevel item={item} scale={scale} />
              {item.isChanged && item.lastOption !== null && <span className="text-text2">上次 {item.lastOption}</span>}
            </p>
            <p className="text-text2 wrap-anywhere">{item.note ?? (toneOf(item, scale) && '没有写依据与措施')}</p>
          </li>
        ))}
    </ul>
  );
}

/** The answer in words; the two worst of more than two options have a colour as well. */
function RiskLevel({ item, scale }: { item: ShownItem; scale: ScaleOfPage }) {
  const tone = toneOf(item, scale);
  return <Badge {...(tone && { tone })}>{item.option ?? '没有答案'}</Badge>;
}

function toneOf({ code, option }: ShownItem, scale: ScaleOfPage) {
  const options = scale.items.find((one) => one.code === code)?.options ?? [];
  const fromWorst = options.length - 1 - options.findIndex(({ label }) => label === option);
  return options.length > 2 || fromWorst === 0 ? tones[fromWorst] : undefined;
}
