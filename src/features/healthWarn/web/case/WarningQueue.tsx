import { signTitle } from '#shared/health/rule/sentence.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { warnLevels } from '#web/data/codeLabels.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { waiting } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { isWaiting, type Warning, waitOf } from '../words.ts';

interface Group {
  key: 'pending' | 'mine' | 'others';
  title: string;
  rows: Warning[];
}

/** Returns the queue: waiting ones by level and deadline, the user's, those of others. */
export function groupsOf(rows: readonly Warning[], userId: string): Group[] {
  const isMine = (row: Warning) => row.state === 'handling' && row.handlerId === userId;
  const groups: Group[] = [
    { key: 'pending', title: '待处理', rows: rows.filter(isWaiting) },
    { key: 'mine', title: '我的处理中', rows: rows.filter(isMine) },
    { key: 'others', title: '他人处理中', rows: rows.filter((row) => !isWaiting(row) && !isMine(row)) },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

interface Props {
  groups: readonly Group[];
  shownId: string | null;
  onSelect: (id: string) => void;
  onTake: (row: Warning) => void;
}

export function WarningQueue({ groups, shownId, onSelect, onTake }: Props) {
  return (
    <aside className="warning-queue overflow-y-auto border-r border-line bg-s2" aria-label="预警队列">
      {groups.map(({ key, title, rows }) => (
        <section key={key} aria-label={title}>
          <h2 className="flex justify-between text-[13px] font-normal text-text2">
            <span>
              {title} <b className="text-text">{rows.length}</b>
            </span>
            {key === 'pending' && <span>级别 → 到期</span>}
          </h2>
          <ul>
            {rows.map((row) => (
              <li key={row.id} aria-current={row.id === shownId || undefined}>
                <Card row={row} isBrief={key === 'others'} onSelect={onSelect} onTake={onTake} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  );
}

interface CardProps extends Pick<Props, 'onSelect' | 'onTake'> {
  row: Warning;
  isBrief: boolean;
}

function Card({ row, isBrief, onSelect, onTake }: CardProps) {
  const level = (
    <span className="inline-flex items-center gap-1.5 text-tone-text">
      <LevelSign level={row.level} size={14} />
      {!isBrief && <b>{warnLevels[row.level]}</b>}
    </span>
  );
  const open = () => onSelect(row.id);
  if (isBrief)
    return (
      <button type="button" className={`warning-card brief level${row.level} w-full text-left`} onClick={open}>
        {level} <b>{row.customerName}</b>{' '}
        <span className="text-text2">
          {signTitle(row.metric)} · {row.handlerName ?? '接警台'}
        </span>
      </button>
    );
  return (
    <article className={`warning-card level${row.level}`}>
      <button type="button" className="warning-card-open block w-full text-left" onClick={open}>
        <span className="flex items-center gap-1.5">
          {level} <span className="flex-1 text-text2">{signTitle(row.metric)}</span>
          <Clock row={row} />
        </span>
        <span className="block">
          <b className="text-[15px]">{row.customerName}</b>{' '}
          <span className="text-[13px] text-text2">
            {labelOf('gender', String(row.gender))} {row.age} {row.spot}
          </span>
        </span>
        <span className="block text-[13px]">{row.sentence}</span>
      </button>
      {isWaiting(row) && (
        <p className="flex items-center justify-between gap-2 text-[13px]">
          <Deadline row={row} />
          {can('earlyWarning:handle') && (
            <Button small onClick={() => onTake(row)}>
              接{row.beside.length > 0 ? ` ${row.beside.length + 1} 条` : ''}
            </Button>
          )}
        </p>
      )}
    </article>
  );
}

function Clock({ row }: { row: Warning }) {
  const since = row.claimedAt ?? row.createdAt;
  const now = useNow(1000);
  const late = isWaiting(row) && waitOf(row, now).tone === 'late';
  return (
    <b
      className={`text-[15px] ${late ? 'text-level1-text' : row.claimedAt ? 'text-primary-text' : ''}`}
      aria-hidden="true"
    >
      {waiting(now - Date.parse(since))}
    </b>
  );
}

function Deadline({ row }: { row: Warning }) {
  const now = useNow(1000);
  const { tone, limit, text } = waitOf(row, now);
  if (row.dueAt === null) return <span className="text-text2">无时限</span>;
  if (tone === 'late') return <span className="text-level1-text">{text}</span>;
  const left = waiting(Date.parse(row.dueAt) - now);
  return (
    <span className={tone === 'soon' ? 'text-level2-text' : 'text-text2'}>
      时限 {limit} · 还剩 {left}
    </span>
  );
}
