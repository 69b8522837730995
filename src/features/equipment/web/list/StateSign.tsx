import { Ban, Circle, CircleAlert, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import type { equipmentStates } from '#shared/codes.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { OnlineGlyph } from '#web/ui/icons.tsx';

type State = keyof typeof equipmentStates;

const waits = <Circle size={10} aria-hidden />;
const out = <Ban size={12} aria-hidden />;
const signs: Readonly<Record<State, ReactNode>> = {
  stock: waits,
  issued: waits,
  activated: waits,
  in_use: <OnlineGlyph online="online" />,
  repair: <Wrench size={12} aria-hidden />,
  disabled: out,
  lost: <CircleAlert size={12} aria-hidden />,
  scrapped: out,
};

/** Shows a device state as icon and label; states that need work have a colour (picture 07). */
export function StateSign({ state }: { state: State }) {
  const tone = state === 'repair' || state === 'lost' ? ' text-level2-text' : '';
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap${tone}`}>
      {signs[state]}
      {labelOf('equipment_state', state)}
    </span>
  );
}
