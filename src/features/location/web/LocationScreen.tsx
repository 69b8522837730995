import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { locationApi } from '#features/location/contract.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { activeFilters } from '#web/table/filter/activeFilters.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { MapPane } from './MapPane.tsx';
import { PlaceFilterBar } from './PlaceFilterBar.tsx';
import { PlaceList } from './PlaceList.tsx';
import type { PlaceRow } from './placePoints.ts';
import { useChosen } from './useChosen.ts';
import { usePlaceFilters } from './usePlaceFilters.ts';
import { usePlaceMap } from './usePlaceMap.ts';
import './location.css';

/** 定位: everybody in scope in a list and on a live map (picture 09); `/location/list/<customerId>` opens with a person. */
export default function LocationScreen() {
  const { setTitle, path, active, query, setQuery } = useScreen();
  const filter = usePlaceFilters();
  const places = usePlaceMap(filter.input);
  const chosen = useChosen();
  const [rows, setRows] = useState<readonly PlaceRow[]>([]);
  const name = chosen.person?.name;
  const isOwnPage = path !== '/location/list';
  useEffect(() => {
    if (isOwnPage && name) setTitle(name);
  }, [isOwnPage, name, setTitle]);
  // A list is older than the map: what the map has forgotten, e.g. after a withdrawn consent, is read again at once.
  const client = useQueryClient();
  const { points } = places;
  useEffect(() => {
    if (points && rows.some(({ customerId, place }) => place !== null && !points.has(customerId)))
      void client.invalidateQueries({ queryKey: [locationApi.getPlaceList.path] });
  }, [points, rows, client]);
  useHotkey(
    'Esc',
    () => {
      if (document.querySelector('[aria-modal="true"]')) return;
      if (query.has('track')) setQuery({ track: null });
      else chosen.choose(null);
    },
    active && chosen.id !== null,
  );
  const listRows = useMemo(() => new Map(rows.map((row) => [row.customerId, row])), [rows]);
  return (
    <div className="location-screen flex-1 min-h-0 bg-container" data-chosen={chosen.id !== null || undefined}>
      <aside className="location-side flex flex-col min-h-0 border-r border-border" aria-label="人员与位置">
        <PlaceFilterBar filter={filter} counts={places.points !== undefined || places.problem !== undefined} />
        <PlaceList
          input={filter.input}
          selectedId={chosen.id}
          onChoose={(row) => chosen.choose(row.customerId, row.place)}
          onRows={setRows}
          empty={<Nobody filter={filter} />}
        />
      </aside>
      <MapPane places={places} chosen={chosen} listRows={listRows} />
    </div>
  );
}

/** The empty list: names the filters in force and drops them. */
function Nobody({ filter: { filters, values, change } }: { filter: ReturnType<typeof usePlaceFilters> }) {
  const active = activeFilters({ page: 1, limit: 50, sort: [], values }, filters);
  const cleared = Object.fromEntries(Object.keys(values).map((field) => [field, '']));
  return (
    <Empty className="px-4 py-8">
      <b>暂无数据</b>
      {active.length > 0 ? (
        <>
          <p>没有符合「{active.map(({ text }) => text).join('，')}」的人。</p>
          <Button onClick={() => change(cleared)}>清除筛选</Button>
        </>
      ) : (
        <p>范围内还没有佩戴或安装设备的客户。</p>
      )}
    </Empty>
  );
}
