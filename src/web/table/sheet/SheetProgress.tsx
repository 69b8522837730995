import type { SheetCounts } from './types.ts';

/** Number of rows saved, refused and left, with a bar. */
export function SheetProgress({ counts: { all, saved, refused, left } }: { counts: SheetCounts }) {
  const share = (count: number) => `${all === 0 ? 0 : (100 * count) / all}%`;
  return (
    <span className="sheet-progress flex items-center gap-2 text-[13px]" role="status">
      <span className="sheet-bar flex rounded-sm overflow-hidden bg-s3" aria-hidden>
        <span className="sheet-bar-saved" style={{ width: share(saved) }} />
        <span className="bg-level1" style={{ width: share(refused) }} />
      </span>
      <span>
        <strong className="text-base">{saved}</strong> / {all} 已存
      </span>
      {refused > 0 && <span className="text-level1-text">{refused} 有误</span>}
      <span className="text-text2">{left} 未测</span>
    </span>
  );
}
