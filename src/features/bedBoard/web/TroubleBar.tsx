import { warnLevels } from '#shared/codes.ts';
import { useNow } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { linkOf, occupantOf, type Placed, troubleText } from './card.ts';

interface Props {
  placed: readonly Placed[];
  /** When the beds were read, epoch ms. */
  at: number;
  problem: string | undefined;
}

function Trouble({ placed }: { placed: Placed & { level: NonNullable<Placed['level']> } }) {
  const now = useNow(1000);
  const { card, level, title } = placed;
  return (
    <a className={`board-trouble level${level} rounded-md text-text`} href={linkOf(card)}>
      <LevelSign level={level} />
      <b className="text-tone-text">{warnLevels[level]}</b>
      <b>
        {title} {occupantOf(card)}
      </b>
      <span className="truncate">{troubleText(placed, now)}</span>
    </a>
  );
}

/** 先看: the beds with trouble, the most urgent first; at the end the age of the board. */
export function TroubleBar({ placed, at, problem }: Props) {
  const clock = fullTime(new Date(at).toISOString()).slice(11);
  const from = fullTime(new Date(at - 12 * 3_600_000).toISOString()).slice(11, 16);
  return (
    <div className="board-first flex items-center flex-none border-b border-line gap-3 px-4 text-[13px]">
      <b>先看{placed.length > 0 && <span className="ml-1 font-normal text-text2">{placed.length}</span>}</b>
      <nav className="board-troubles flex gap-3" aria-label="先看">
        {placed.length === 0 && <span className="text-text2">没有需要先看的床位</span>}
        {placed.map((one) => one.level !== null && <Trouble key={one.key} placed={{ ...one, level: one.level }} />)}
      </nav>
      <span className="board-age text-xs text-text2" role={problem ? 'status' : undefined}>
        {problem ? (
          <b className="text-level2-text">
            没有更新：{problem} · 上次 {clock}
          </b>
        ) : (
          <>
            每 5 秒 · {clock}
            <span className="ml-2">底条 {from} 至今</span>
          </>
        )}
      </span>
    </div>
  );
}
