import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { maxProblems } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import { placeText } from '../words/placeText.ts';

interface Props {
  draft: Draft;
  problems: ReadonlyMap<string, string>;
  /** Saving was tried: what is missing is no longer only a matter of time. */
  isTried: boolean;
  onGo: (place: string) => void;
}

const firstShown = 5;

/** What keeps a version from being saved, with links to the fields. */
export function ProblemList({ draft, problems, isTried, onGo }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (problems.size === 0) return null;
  const shown = [...problems].slice(0, isWhole ? 100 : firstShown);
  return (
    <Callout
      {...{ tone: isTried ? 'urgent' : 'notice', className: 'flex gap-2.5 text-[13px]', 'aria-label': '要改的地方' }}
      as="section"
    >
      <TriangleAlert className="flex-none mt-0.5" size={16} aria-hidden />
      <div className="min-w-0">
        <strong>
          {problems.size >= maxProblems ? `${maxProblems} 处以上` : `${problems.size} 处`}要改，改好才能保存：
        </strong>
        <ul className="scale-problems">
          {shown.map(([place, msg]) => (
            <li key={place}>
              <button type="button" className="link" onClick={() => onGo(place)}>
                {placeText(place, draft)}
              </button>
              ：{msg}
            </li>
          ))}
        </ul>
        {problems.size > firstShown && (
          <Button kind="link" onClick={() => setWhole(!isWhole)}>
            {isWhole ? '收起' : `全部 ${problems.size} 处`}
          </Button>
        )}
      </div>
    </Callout>
  );
}
