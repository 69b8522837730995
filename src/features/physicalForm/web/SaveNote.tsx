import { Check, TriangleAlert } from 'lucide-react';
import { fullTime } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import type { SaveState } from './entry/saver.ts';

interface Props {
  state: SaveState;
  onRetry: () => void;
}

/** Says whether everything is stored, and when; a time stands only after the answer. */
export function SaveNote({ state: { waiting, refused, failure, savedAt }, onRetry }: Props) {
  if (failure !== undefined)
    return (
      <span className="flex max-md:w-full items-center gap-1 text-[13px] text-level1-text" role="alert">
        <TriangleAlert size={14} aria-hidden />
        <span title={failure}>{waiting.size} 项没有存，会自动再试</span>
        <Button kind="link" onClick={onRetry}>
          现在重试
        </Button>
      </span>
    );
  if (refused.size > 0)
    return <span className="max-md:w-full text-[13px] text-level1-text">{refused.size} 项没有存，请改正标红的</span>;
  if (waiting.size > 0) return <span className="max-md:w-full text-[13px] text-text2">正在保存</span>;
  if (savedAt === undefined) return null;
  return (
    <span className="flex max-md:w-full items-center gap-1 text-[13px] text-text2" role="status">
      <Check size={14} className="text-success" aria-hidden />
      {fullTime(new Date(savedAt).toISOString()).slice(11)} 已存
    </span>
  );
}
