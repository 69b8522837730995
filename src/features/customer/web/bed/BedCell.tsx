import { labelOf } from '#web/data/dictionary.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { bedStates } from '../../contract/bed.ts';
import { type BedAsked, bedActions, bedName } from './actions.ts';
import type { Bed } from './useBeds.ts';

interface Props {
  bed: Bed;
  editable: boolean;
  ask: (asked: BedAsked) => void;
  changed: () => void;
}

function Said({ bed }: { bed: Bed }) {
  const { state, customerName, abilityLevel, onLeave } = bed;
  return (
    <>
      <span className="row between gap-4 f12 soft">
        {bed.bed}
        <span>{bedStates[state]}</span>
      </span>
      <span className="row gap-4 f13">
        <b className="clip">{state === 'taken' ? (customerName ?? '不在你的范围') : ''}</b>
        {onLeave && <Badge tone="notice">请假</Badge>}
      </span>
      <span className="f12 soft clip">
        {abilityLevel === null ? '' : labelOf('ability_level', String(abilityLevel))}
      </span>
    </>
  );
}

/** One bed: who lies there and how; what can be done with it opens from it. */
export function BedCell({ bed, editable, ask, changed }: Props) {
  const said = [bedName(bed), bedStates[bed.state], bed.customerName, bed.onLeave && '请假'].filter(Boolean).join(' ');
  const look = { className: 'bed-cell stack left bordered', 'data-state': bed.state, 'aria-label': said };
  if (editable) {
    const deeds = bedActions(bed, ask, changed);
    const menu = {
      items: deeds.map(({ key, label }) => ({ key, label })),
      onClick: ({ key }: { key: string }) => deeds.find((deed) => deed.key === key)?.act(),
    };
    return (
      <MenuButton menu={menu}>
        <button type="button" {...look}>
          <Said bed={bed} />
        </button>
      </MenuButton>
    );
  }
  if (bed.customerId === null)
    return (
      <div role="img" {...look}>
        <Said bed={bed} />
      </div>
    );
  return (
    <a href={`#/customer/list/${bed.customerId}`} {...look}>
      <Said bed={bed} />
    </a>
  );
}
