import type { BedDialog } from './actions.ts';
import { BedCell } from './BedCell.tsx';
import type { Bed } from './useBeds.ts';

interface Props {
  beds: readonly Bed[];
  editable: boolean;
  ask: (dialog: BedDialog) => void;
  changed: () => void;
}

/** Appends the unit to a bare number: 3 层. */
const withUnit = (name: string, unit: string): string => (/^\d+$/.test(name) ? `${name} ${unit}` : name);

/** Shows the beds by building, floor and room; beds of lower departments are separate. */
export function BedGrid({ beds, ...rest }: Props) {
  const buildings = [...Map.groupBy(beds, ({ departmentId, building }) => `${departmentId} ${building}`)];
  const departments = new Set(beds.map(({ departmentId }) => departmentId));
  return buildings.map(([key, all]) => (
    <section key={key} className="pad-x-16 pad-y-12 line-below" aria-label={all[0]?.building}>
      <h2 className="f15 l24">
        {all[0]?.building} {departments.size > 1 && <span className="regular f13 soft">{all[0]?.departmentName}</span>}
      </h2>
      {[...Map.groupBy(all, ({ floor }) => floor)].map(([floor, onFloor]) => (
        <div key={floor} className="bed-floor above-6">
          <h3 className="f13 soft">{withUnit(floor, '层')}</h3>
          <div className="bed-rooms">
            {[...Map.groupBy(onFloor, ({ room }) => room)].map(([room, inRoom]) => (
              <div key={room} className="bed-room framed">
                <h4 className="f13 below-4">{withUnit(room, '室')}</h4>
                <div className="bed-cells">
                  {inRoom.map((bed) => (
                    <BedCell key={bed.id} bed={bed} {...rest} />
                  ))}
                </div>
              </div>
            ))}
          </div>
        </div>
      ))}
    </section>
  ));
}
