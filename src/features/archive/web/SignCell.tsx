import type { archiveApi, listedKinds } from '#features/archive/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { ReadingLevel } from '#shared/health/bands.ts';
import { levelWords } from '#shared/health/codeWords.ts';
import { meals } from '#shared/health/readingKinds.ts';
import { valueText } from '#shared/health/valueText.ts';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';

export type ArchiveRow = OutputOf<typeof archiveApi.getArchiveList>;
type Kind = (typeof listedKinds)[number];

/** Days after which a value is shown as old. */
const oldDays = 7;

/** Shows the newest value of a sign with its level sign and time; of a pressure both values. */
export function SignCell({ row, kinds }: { row: ArchiveRow; kinds: readonly Kind[] }) {
  const values = kinds.map((kind) => row.latest.find((one) => one.kind === kind));
  const [first] = values.flatMap((value) => value ?? []);
  if (!first) return missing;
  const levels = values.flatMap((value) => value?.level ?? []);
  const level = levels.length > 0 ? (Math.min(...levels) as ReadingLevel) : null;
  const text = values.map((value) => (value ? valueText(value.kind, value.value) : '-')).join('/');
  const meal = first.meal && meals[first.meal];
  const isOld = Date.parse(first.at) < Date.now() - oldDays * 86_400_000;
  const title = [level && levelWords[level], meal, fullTime(first.at)].filter(Boolean).join(' · ');
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap" title={title}>
      {level === null ? (
        <span className={isOld ? 'text-text3' : undefined}>{text}</span>
      ) : (
        <b className={`level${level} inline-flex items-baseline gap-1 text-tone-text`}>
          <span className="self-center inline-flex">
            <LevelSign level={level} size={13} />
          </span>
          <span className="sr-only">{levelWords[level]}</span>
          {text}
        </b>
      )}
      <small className="text-xs text-text3">
        {[meal, listTime(first.at).replace(/^(\d\d:\d\d):\d\d/, '$1')].filter(Boolean).join(' ')}
      </small>
    </span>
  );
}
