import { memo } from 'react';
import { Badge } from '#web/ui/Badge.tsx';
import type { DraftItem } from '../draft/draft.ts';
import { sumRange } from '../draft/sums.ts';

interface Props {
  item: DraftItem;
  problems: number;
  part: string | undefined;
  onOpen: () => void;
}

/** An item as one line: code, words, options with their points. */
export const ItemLine = memo(
  function ItemLine({ item, problems, part, onOpen }: Props) {
    const options = item.options.map(({ label, points }) => `${points ?? '?'} ${label || '（没有文字）'}`).join('　');
    return (
      <button
        type="button"
        className="scale-line inner-focus flex items-center gap-3 w-full px-3 text-left text-[13px]"
        aria-expanded={false}
        onClick={onOpen}
      >
        <span className="scale-line-code flex-none text-text3 truncate">{item.code || '—'}</span>
        <span className="scale-line-label flex-none font-bold truncate">{item.label || '（没有文字）'}</span>
        <span className="flex-1 min-w-0 truncate text-text2">{options}</span>
        {problems > 0 && <Badge tone="urgent">{problems} 处要改</Badge>}
        {part && <span className="flex-none text-xs text-text3 truncate max-md:hidden">{part}</span>}
        <span className="flex-none text-xs text-text3">最高 {sumRange([item]).to}</span>
      </button>
    );
  },
  (one, other) => one.item === other.item && one.problems === other.problems && one.part === other.part,
);
