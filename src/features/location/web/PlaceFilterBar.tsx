import { ListFilter, Search } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { locationApi } from '#features/location/contract.ts';
import { useKeyless } from '#web/core/useMedia.ts';
import { count as figure } from '#web/data/format.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { activeFilters } from '#web/table/filter/activeFilters.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Chip, chipOf, chips } from './filters.ts';
import type { PlaceFilterState } from './usePlaceFilters.ts';
import type { PlaceFilters } from './usePlaceMap.ts';

const FilterPanel = lazy(() => import('./FilterPanel.tsx'));

/** Interval of the figures on the chips, ms. */
const pollMs = 30_000;

interface Props {
  filter: PlaceFilterState;
  /** Whether the figures may load: they would delay the first places of the map. */
  counts: boolean;
}

/** Search, filters and the chips with their figures. */
export function PlaceFilterBar({ filter, counts }: Props) {
  const { filters, values, change, keyword, setKeyword } = filter;
  const { active } = useScreen();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const keyless = useKeyless();
  useHotkey('/', () => box.current?.focus(), active);
  const { keyword: _keyword, ...others } = values;
  const inForce = activeFilters({ page: 1, limit: 50, sort: [], values: others }, filters).length;
  return (
    <div className="flex flex-col flex-none gap-2 px-4 py-3 border-b border-line">
      <div className="flex gap-2">
        <label className="place-search flex items-center flex-1 min-w-0 gap-2 h-8 px-2.5 rounded-md border border-edge">
          <Search size={14} aria-hidden="true" />
          <input
            ref={box}
            type="search"
            className="flex-1 min-w-0"
            aria-label="姓名 / 设备号"
            placeholder={keyless ? '姓名 / 设备号' : '姓名 / 设备号（/）'}
            maxLength={50}
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
          />
        </label>
        <Button aria-expanded={open} aria-pressed={inForce > 0} onClick={() => setOpen(!open)}>
          <ListFilter size={14} aria-hidden="true" />
          筛选{inForce > 0 && ` ${inForce}`}
        </Button>
      </div>
      {open && (
        <Suspense fallback={<p className="text-[13px] text-text3">筛选项载入中</p>}>
          <FilterPanel filters={filters} values={values} onChange={change} />
        </Suspense>
      )}
      <Chips filter={filter} counts={counts} />
    </div>
  );
}

/** Returns the number of people under a chip, with the other filters in force. */
function useCount(input: PlaceFilters, enabled: boolean): number | undefined {
  const { data } = useCall(
    locationApi.getPlaceList,
    { ...input, page: 1, limit: 0 },
    { enabled, keep: true, refetchInterval: pollMs },
  );
  return data?.count;
}

function Chips({ filter: { values, input, change }, counts: enabled }: Props) {
  const { fence: _fence, state: _state, online: _online, ...others } = input;
  const counts: Record<Chip, number | undefined> = {
    all: useCount(others, enabled),
    outside: useCount({ ...others, fence: ['outside'] }, enabled),
    alarm: useCount({ ...others, state: ['alarm', 'lost'] }, enabled),
    offline: useCount({ ...others, online: ['offline'] }, enabled),
  };
  const current = chipOf(values);
  return (
    <fieldset className="flex flex-wrap gap-1.5" aria-label="快速筛选">
      {(Object.keys(chips) as Chip[]).map((key) => (
        <button
          key={key}
          type="button"
          className="place-chip px-2.5 rounded-full border border-border text-[13px]"
          aria-pressed={key === current}
          onClick={() => change(chips[key].values)}
        >
          {chips[key].label} {figure(counts[key])}
        </button>
      ))}
    </fieldset>
  );
}
