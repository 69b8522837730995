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
    <section key={key} className="px-4 py-3 border-b border-line" aria-label={all[0]?.building}>
      <h2 className="text-[15px] leading-6">
        {all[0]?.building}{' '}
        {departments.size > 1 && <span className="font-normal text-[13px] text-text2">{all[0]?.departmentName}</span>}
      </h2>
      {[...Map.groupBy(all, ({ floor }) => floor)].map(([floor, onFloor]) => (
        <div key={floor} className="bed-floor mt-1.5">
          <h3 className="text-[13px] text-text2">{withUnit(floor, '层')}</h3>
          <div className="bed-rooms">
            {[...Map.groupBy(onFloor, ({ room }) => room)].map(([room, inRoom]) => (
              <div key={room} className="bed-room rounded-md border border-line">
                <h4 className="text-[13px] mb-1">{withUnit(room, '室')}</h4>
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
