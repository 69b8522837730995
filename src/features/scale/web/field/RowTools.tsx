import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  /** Name of the row in the buttons' names: 选项 2. */
  name: string;
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onCopy?: () => void;
  onRemove: () => void;
  /** Fewest rows of the list. */
  min?: number;
}

/** Buttons of a row: up, down, copy, remove. */
export function RowTools({ name, index, count, onMove, onCopy, onRemove, min = 0 }: Props) {
  return (
    <span className="inline-flex items-center flex-none">
      <Button
        {...{ kind: 'icon', size: 28, title: '上移 Alt ↑' }}
        aria-label={`上移${name}`}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUp size={14} aria-hidden />
      </Button>
      <Button
        {...{ kind: 'icon', size: 28, title: '下移 Alt ↓' }}
        aria-label={`下移${name}`}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDown size={14} aria-hidden />
      </Button>
      {onCopy && (
        <Button kind="icon" size={28} title="复制" aria-label={`复制${name}`} onClick={onCopy}>
          <Copy size={14} aria-hidden />
        </Button>
      )}
      <Button
        {...{ kind: 'icon', size: 28, title: '移除' }}
        aria-label={`移除${name}`}
        disabled={count <= min}
        onClick={onRemove}
      >
        <Trash2 size={14} aria-hidden />
      </Button>
    </span>
  );
}
