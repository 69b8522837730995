import { type ReactNode, useState } from 'react';
import { shownOf, subjectName, type Unit, units, type WarnRow } from '#features/warn/web/service.ts';
import { useSession } from '#web/api/session.ts';
import { warnTypes } from '#web/data/codeLabels.ts';

interface Props {
  waiting: readonly WarnRow[];
  selectedId: string | null;
  card: (row: WarnRow) => ReactNode;
}

/** Waiting warns; those of one area, type and minute are grouped under a line and folded if others need the room. */
export function WaitingList({ waiting, selectedId, card }: Props) {
  const all = units(waiting, useSession().user?.id ?? null);
  const shown = shownOf(all);
  return (
    <ul>
      {all.map((unit, index) =>
        unit.length === 1 ? (
          card(unit[0])
        ) : (
          <Storm key={`storm${unit[0].id}`} unit={unit} few={shown[index] ?? 1} selectedId={selectedId} card={card} />
        ),
      )}
    </ul>
  );
}

interface StormProps extends Omit<Props, 'waiting'> {
  unit: Unit;
  /** Number of cards shown while folded; the other warns are listed by name in one line. */
  few: number;
}

function Storm({ unit, few, selectedId, card }: StormProps) {
  const [unfolded, setUnfolded] = useState(false);
  const [{ area, type, level }] = unit;
  const others = unit.slice(few);
  const open = unfolded || others.some(({ id }) => id === selectedId);
  return (
    <li className={`queue-storm level${level}`}>
      <p className="px-1 text-[13px] leading-5.5 text-text2">
        <b className={level === 1 ? 'text-level1-text' : undefined}>同区域 {unit.length} 条</b> {area} ·{' '}
        {warnTypes[type]}
      </p>
      <ul>{(open ? unit : unit.slice(0, few)).map(card)}</ul>
      {others.length > 0 && (
        <button
          type="button"
          className="flex flex-wrap gap-x-2 w-full px-1 py-0.5 text-left text-[13px] text-text2"
          aria-expanded={open}
          onClick={() => setUnfolded(!open)}
        >
          <em className="not-italic text-primary-text">{open ? '收起' : `展开其余 ${others.length} 条`}</em>
          {!open && <span>{others.map(subjectName).join('、')}</span>}
        </button>
      )}
    </li>
  );
}
