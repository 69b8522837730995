import { Check } from 'lucide-react';
import type { Band } from '#shared/health/bands.ts';
import { levelWords } from '#shared/health/codeWords.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { stretchesOf } from './limits.ts';

/** The scale of a sign from low to high, each stretch with sign, word and limits. */
export function BandScale({ kind, bands }: { kind: ReadingKindName; bands: readonly Band[] }) {
  if (bands.length === 0) return <>不判等级</>;
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-1 py-1">
      {stretchesOf(kind, bands).map(({ level, text }) => (
        <span key={text} className="inline-flex items-center gap-1 whitespace-nowrap">
          {level === null ? (
            <Check size={14} className="text-success" aria-hidden />
          ) : (
            <LevelSign level={level} size={14} />
          )}
          {level === null ? '正常' : levelWords[level]} {text}
        </span>
      ))}
    </span>
  );
}
