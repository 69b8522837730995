import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { warnLevels, warnTypes } from '#web/data/codeLabels.ts';
import { waiting } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { stateLevel } from '../markers.ts';
import type { Person } from '../placePoints.ts';

const typeLabels: Readonly<Record<string, string>> = warnTypes;

/** The open alarm of a person with its running time; without one, that the person is outside. */
export function AlarmStrip({ person }: { person: Person }) {
  const now = useNow(1000);
  const { warnId, warnType, warnAt, state, fence } = person;
  const level = stateLevel(person);
  if (level === null) return null;
  const isFence = warnType === null || warnType === 'fence_out' || warnType === 'fence_in';
  const since = warnAt ?? (state === 'outside' ? fence.since : null);
  const content = (
    <>
      <LevelSign level={level} size={22} />
      <b className={`text-level${level}-text`}>{warnLevels[level]}</b>
      <b>{warnType === null ? '越出围栏' : (typeLabels[warnType] ?? warnType)}</b>
      <span className="flex-1 truncate text-[13px] text-text2">{isFence && fence.name}</span>
      {since !== null && (
        <time className={`text-xl font-bold tabular-nums text-level${level}-text`}>
          {waiting(now - Date.parse(since))}
        </time>
      )}
    </>
  );
  const look = {
    className: 'app-strip flex items-center gap-2 px-4 text-text',
    style: { background: `var(--level${level}-tint)`, borderColor: `var(--level${level}-line)` },
  };
  return warnId !== null && can('warn:list') ? (
    <a {...look} href={sosLink({ id: warnId })}>
      {content}
    </a>
  ) : (
    <div {...look}>{content}</div>
  );
}
