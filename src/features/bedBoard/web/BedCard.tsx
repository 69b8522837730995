import { warnTypes } from '#shared/codes.ts';
import { useNow } from '#web/core/now.ts';
import { waiting } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { Elapsed, OutLine, SinceLine, StateLine, Vitals } from './CardLines.tsx';
import { linkOf, occupantOf, type Placed, stateText } from './card.ts';
import { moveFocus } from './moveFocus.ts';
import { StateSign } from './StateSign.tsx';
import { StayStrip } from './StayStrip.tsx';

/** A press at the desk in place of the state: who waits is waited for. */
function DeskLines({ placed: { card } }: { placed: Placed }) {
  const now = useNow(1000);
  const { warn } = card;
  if (!warn) return null;
  return (
    <>
      <span className="board-state font-bold text-tone-text">
        <StateSign state={card.state} />
        <span className="truncate">{warnTypes[warn.type]}</span>
      </span>
      <span className="board-since">
        <span>
          {stateText(card)}
          <Elapsed card={card} />
        </span>
        <b className="text-tone-text">{warn.pending ? '未接' : '处理中'}</b>
      </span>
      {warn.pending ? (
        <b className="board-wait text-tone-text">{waiting(now - Date.parse(warn.since))}</b>
      ) : (
        <Vitals card={card} />
      )}
    </>
  );
}

function Lines({ placed }: { placed: Placed }) {
  const { card } = placed;
  if (card.warn?.family === 'sos') return <DeskLines placed={placed} />;
  return (
    <>
      <StateLine placed={placed} />
      <SinceLine card={card} limit={placed.limit} />
      {card.state === 'out' ? <OutLine placed={placed} /> : <Vitals card={card} />}
    </>
  );
}

/** A bed: its state with the age of every value. It leads to the warn or the person; an empty bed to the beds. */
export function BedCard({ placed, bedLink }: { placed: Placed; bedLink: string | undefined }) {
  const { card, title, level, key } = placed;
  const name = occupantOf(card);
  const href = card.state === 'empty' ? bedLink : linkOf(card);
  const Tag = href ? 'a' : 'div';
  return (
    <Tag
      {...(href && { href, onKeyDown: moveFocus })}
      className="board-card rounded-md border border-border text-text"
      data-card={key}
      data-state={card.state}
      data-level={level ?? undefined}
    >
      <span className="board-title">
        {title && <b>{title}</b>}
        <span className="truncate" title={name}>
          {name}
        </span>
        {level && (
          <span className="board-level">
            <LevelSign level={level} decorative={false} />
          </span>
        )}
      </span>
      <Lines placed={placed} />
      {card.equipmentId && <StayStrip card={card} />}
    </Tag>
  );
}
