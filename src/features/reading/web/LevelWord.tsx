import { Check } from 'lucide-react';
import type { ReadingLevel } from '#shared/health/bands.ts';
import { levelWords } from '#shared/health/codeWords.ts';
import { LevelSign } from '#web/ui/icons.tsx';

interface Props {
  level: ReadingLevel | null;
  /** Also tells that a value is normal. */
  normal?: boolean;
}

/** Sign and word of a reading's level: 紧急, 预警, 关注; 正常 where it is asked for. */
export function LevelWord({ level, normal = false }: Props) {
  if (level !== null)
    return (
      <span className={`level${level} inline-flex items-center gap-1 font-bold whitespace-nowrap text-tone-text`}>
        <LevelSign level={level} size={14} />
        {levelWords[level]}
      </span>
    );
  if (!normal) return null;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-success">
      <Check size={14} aria-hidden />
      正常
    </span>
  );
}
