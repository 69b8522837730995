import type { Difference } from './compare.ts';

/** What differs between two versions, part by part. */
export function Differences({ differences, none }: { differences: readonly Difference[]; none: string }) {
  if (differences.length === 0) return <p className="text-[13px] text-text3">{none}</p>;
  return (
    <div className="flex flex-col gap-3 text-[13px]">
      {differences.map(({ part, texts }) => (
        <div key={part} className="flex flex-col gap-1">
          <strong>
            {part} <span className="font-normal text-text3">{texts.length} 处</span>
          </strong>
          <ul className="scale-list flex flex-col gap-1">
            {[...texts.entries()].map(([index, text]) => (
              <li key={index}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
