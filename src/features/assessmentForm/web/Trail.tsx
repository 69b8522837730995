import { useState } from 'react';
import type { ScaleItem } from '#shared/scale/definition.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { Trail } from './save/saves.ts';
import { minuteText } from './times.ts';

type Entry = Trail[string];

interface Props {
  item: ScaleItem;
  entry: Entry | undefined;
  zone: string;
}

/** Points of an option, by its code. */
function optionOf({ options }: ScaleItem, code: unknown) {
  return options.find((option) => option.code === code);
}

/** Who gave an answer and when; of a changed one also whose it was, with both answers on request. */
export function TrailOf({ item, entry, zone }: Props) {
  if (!entry) return null;
  const former = entry.was && optionOf(item, entry.was.value);
  return (
    <>
      {entry.was && former && (
        <Badge className="tone-info">
          改自{entry.was.name}的 {former.points}
        </Badge>
      )}
      <span className="text-xs text-text3 whitespace-nowrap">
        {entry.name} {minuteText(entry.at, zone)}
      </span>
    </>
  );
}

interface BothProps extends Props {
  answer: string | undefined;
}

/** Link that shows the answers of both people below each other. */
export function BothAnswers({ item, entry, zone, answer }: BothProps) {
  const [shows, setShows] = useState(false);
  const { was } = entry ?? {};
  const former = was && optionOf(item, was.value);
  if (!entry || !was || !former) return null;
  const now = optionOf(item, answer);
  const lines = [
    { ...was, option: former },
    { ...entry, option: now },
  ];
  return (
    <>
      <Button kind="link" className="text-xs" aria-expanded={shows} onClick={() => setShows(!shows)}>
        {shows ? '收起' : '看两人的答案'}
      </Button>
      {shows && (
        <ul className="assess-both text-[13px]" aria-label="两人的答案">
          {lines.map(({ name, at, option }) => (
            <li key={at} className="flex gap-2">
              <span className="text-text2">
                {name} {minuteText(at, zone)}
              </span>
              {option ? (
                <>
                  <b>{option.points}</b> {option.label}
                </>
              ) : (
                '没有答案'
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
