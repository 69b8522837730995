import { bedName } from '#features/bed/contract.ts';
import { levelText } from '#web/data/levelText.ts';
import { LevelCell } from '#web/record/LevelCell.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { bedStates } from '../contract.ts';
import { type BedDialog, bedActions } from './actions.ts';
import type { Bed } from './useBeds.ts';

interface Props {
  bed: Bed;
  editable: boolean;
  ask: (dialog: BedDialog) => void;
  changed: () => void;
}

function BedContent({ bed }: { bed: Bed }) {
  const { state, customerName, onLeave } = bed;
  return (
    <>
      <span className="flex items-center justify-between gap-1 text-xs text-text2">
        {bed.bed}
        <span>{bedStates[state]}</span>
      </span>
      <span className="flex items-center gap-1 text-[13px]">
        <b className="truncate">{state === 'taken' ? (customerName ?? '不在你的范围') : ''}</b>
        {onLeave && <Badge tone="notice">请假</Badge>}
      </span>
      <span className="text-xs text-text2 truncate">{bed.abilityLevel !== null && <LevelCell person={bed} />}</span>
    </>
  );
}

/** Shows a bed with its occupant; a click opens the actions. */
export function BedCell({ bed, editable, ask, changed }: Props) {
  const { state, customerName, onLeave } = bed;
  const texts = [bedName(bed), bedStates[state], customerName, onLeave && '请假', levelText(bed)];
  const shared = {
    className: 'bed-cell flex flex-col text-left rounded-md border border-border',
    'data-state': state,
    'aria-label': texts.filter(Boolean).join(' '),
  };
  if (editable) {
    const actions = bedActions(bed, ask, changed);
    const menu = {
      items: actions.map(({ key, label }) => ({ key, label })),
      onClick: ({ key }: { key: string }) => actions.find((action) => action.key === key)?.run(),
    };
    return (
      <MenuButton menu={menu}>
        <button type="button" {...shared}>
          <BedContent bed={bed} />
        </button>
      </MenuButton>
    );
  }
  if (bed.customerId === null)
    return (
      <div role="img" {...shared}>
        <BedContent bed={bed} />
      </div>
    );
  return (
    <a href={`#/customer/list/${bed.customerId}`} {...shared}>
      <BedContent bed={bed} />
    </a>
  );
}
