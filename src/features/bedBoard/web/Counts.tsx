import { type BoardState, boardStates } from '#features/bedBoard/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { type Card, isCounted } from './card.ts';
import { StateSign } from './StateSign.tsx';

interface Props {
  cards: readonly Card[];
  value: BoardState | null;
  onChange: (state: BoardState | null) => void;
}

/** States that stand in the row even where no bed has them. */
const lasting: readonly BoardState[] = ['in', 'out', 'offline', 'empty'];

/** Beds by state; a press shows these alone, another one all again. */
export function Counts({ cards, value, onChange }: Props) {
  const counts = keysOf(boardStates)
    .map((state) => ({ state, count: cards.filter((card) => isCounted(card, state)).length }))
    .filter(({ state, count }) => count > 0 || state === value || lasting.includes(state));
  return (
    <fieldset className="board-counts flex items-center" aria-label="按状态">
      {counts.map(({ state, count }) => (
        <button
          key={state}
          type="button"
          className="board-count text-[13px] rounded-md"
          aria-pressed={state === value}
          onClick={() => onChange(state === value ? null : state)}
        >
          <StateSign state={state} />
          {boardStates[state]} <b>{count}</b>
        </button>
      ))}
    </fieldset>
  );
}
