import { onlineStates } from '#shared/codes.ts';
import { count } from '#web/data/format.ts';
import { strongFrom, weakBelow } from './layout.ts';
import { type DrawnChild, isWeak, stateText } from './nodes.ts';
import { Sign } from './Sign.tsx';

const states = [...(Object.keys(onlineStates) as (keyof typeof onlineStates)[]), 'new'] as const;

/** Names the signs of the picture, with the number of children that have each. */
export function Legend({ nodes, isOnline }: { nodes: readonly DrawnChild[]; isOnline: boolean }) {
  const weak = nodes.filter(isWeak).length;
  const figures = states
    .map((state) => ({ state, number: nodes.filter((node) => node.state === state).length }))
    .filter(({ number }) => number > 0);
  return (
    <div className="topology-legend text-[13px]">
      <ul aria-label="图例">
        {figures.map(({ state, number }) => (
          <li key={state} className="flex items-center gap-2">
            <Sign state={state} size={14} />
            <span>
              {stateText(state)}
              {state === 'unknown' && isOnline && <small className="block text-xs text-text3">还没上报</small>}
            </span>
            <b>{count(number)}</b>
          </li>
        ))}
        {weak > 0 && (
          <li className="flex items-center gap-2">
            <Sign state="online" size={14} weak />
            <span>其中信号弱</span>
            <b>{count(weak)}</b>
          </li>
        )}
      </ul>
      <p className="text-xs text-text3">
        圈由内到外 <br />强 ≥ {strongFrom} <br />中 {weakBelow}–{strongFrom - 1} <br />弱 &lt; {weakBelow}
      </p>
    </div>
  );
}
