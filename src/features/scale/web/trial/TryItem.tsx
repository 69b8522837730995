import { memo, useId } from 'react';
import type { DraftItem } from '../draft/draft.ts';

interface Props {
  item: DraftItem;
  answer: string | undefined;
  isMissing: boolean;
  onAnswer: (item: string, option: string | undefined) => void;
}

/** An item of the try-out with its options; a second click on the answer takes it back. */
export const TryItem = memo(function TryItem({ item, answer, isMissing, onAnswer }: Props) {
  const name = useId();
  return (
    <fieldset
      className="scale-try-item flex flex-col gap-1 px-4 py-2 border-b border-line text-[13px]"
      aria-label={`${item.code} ${item.label}`}
      data-try={item.code}
    >
      <div className="flex items-baseline gap-2">
        <span className="text-xs text-text3">{item.code}</span>
        <strong className="min-w-0">{item.label || '（没有文字）'}</strong>
        {isMissing && <span className="ml-auto flex-none text-xs text-level2-text">未答</span>}
      </div>
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        {item.options.map((option) => (
          <label key={option.code} className="scale-try-option inline-flex items-baseline gap-1">
            <input
              type="radio"
              name={name}
              checked={answer === option.code}
              onChange={() => onAnswer(item.code, option.code)}
              onClick={() => answer === option.code && onAnswer(item.code, undefined)}
            />
            <b>{option.points ?? '?'}</b>
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
});
