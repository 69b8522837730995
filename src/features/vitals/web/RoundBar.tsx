import { Switch, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense } from 'react';
import { fromWall, toWall } from '#web/data/wallTime.ts';
import { SheetProgress } from '#web/table/sheet/SheetProgress.tsx';
import type { SheetCounts } from '#web/table/sheet/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { Button } from '#web/ui/Button.tsx';
import type { useRound, useRoundOf } from './useRound.ts';

const DateBox = lazy(() => import('#web/form/fields/DateBox.tsx'));

type Of = ReturnType<typeof useRoundOf>;
type Places = ReturnType<typeof useRound>['places'];

/** 3 楼; a name that is no number stays. */
const floorText = (floor: string): string => (floor === '' ? '未分床' : /^-?\d+$/.test(floor) ? `${floor} 楼` : floor);

/** Floors of the department; without a choice all of them. */
function Floors({ places, floors, setFloors }: { places: Places } & Pick<Of, 'floors' | 'setFloors'>) {
  const all = places.map(({ floor }) => floor);
  function toggle(floor: string): void {
    const next = floors.includes(floor) ? floors.filter((each) => each !== floor) : [...floors, floor];
    setFloors(next.length === all.length ? [] : all.filter((each) => next.includes(each)));
  }
  if (all.length < 2) return null;
  return (
    <fieldset className="choice segmented round-floors flex rounded-md border border-border" aria-label="楼层">
      {places.map(({ floor, count }) => (
        <button
          key={floor}
          type="button"
          className="text-[13px] whitespace-nowrap"
          aria-pressed={floors.length === 0 || floors.includes(floor)}
          title={`${count} 位`}
          onClick={() => toggle(floor)}
        >
          {floorText(floor)}
        </button>
      ))}
    </fieldset>
  );
}

interface Props {
  of: Of;
  places: Places;
  at: string;
  onTime: (at: string) => void;
  isLeftOnly: boolean;
  onLeftOnly: (on: boolean) => void;
  counts: SheetCounts;
  onLeave: number;
}

const lateDays = 30;

/** Who is measured, when, and how far the round is. */
export function RoundBar({ of, places, at, onTime, isLeftOnly, onLeftOnly, counts, onLeave }: Props) {
  return (
    <div className="round-bar flex items-center flex-wrap flex-none gap-x-3 gap-y-2 px-4 py-2 border-b border-line">
      {of.customerIds.length > 0 ? (
        <span className="flex items-center gap-2">
          所选 {of.customerIds.length} 位
          {of.department && (
            <Button kind="link" onClick={() => of.department && of.setDepartment(of.department.id)}>
              改选部门
            </Button>
          )}
        </span>
      ) : (
        <>
          <TreeSelect
            className="round-department"
            aria-label="部门"
            prefix={<span className="text-text3">部门</span>}
            showSearch={{ treeNodeFilterProp: 'title' }}
            treeDefaultExpandAll
            popupMatchSelectWidth={260}
            treeData={treeOptions(of.departments)}
            value={of.department?.id}
            onChange={of.setDepartment}
          />
          <Floors places={places} floors={of.floors} setFloors={of.setFloors} />
        </>
      )}
      <Suspense fallback={<span className="w-60 h-8" />}>
        <DateBox
          aria-label="测量时间"
          prefix={<span className="text-text3">测量时间</span>}
          allowClear={false}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          value={toWall(at)}
          disabledDate={(day) => day.isAfter(dayjs(), 'day') || day.isBefore(dayjs().subtract(lateDays, 'day'), 'day')}
          onChange={(day) => day && onTime(fromWall(day.startOf('minute')))}
        />
      </Suspense>
      <span className="flex items-center gap-2 text-[13px]">
        <Switch size="small" aria-label="只看未测" checked={isLeftOnly} onChange={onLeftOnly} />
        <span aria-hidden>只看未测</span>
      </span>
      <span className="flex items-center flex-wrap gap-x-4 gap-y-1 ml-auto text-[13px]">
        {onLeave > 0 && <span className="text-text2">外出 {onLeave} 位不列</span>}
        <SheetProgress counts={counts} />
      </span>
    </div>
  );
}
