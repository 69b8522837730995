import { useEffect, useMemo } from 'react';
import { can } from '#web/api/session.ts';
import { useScreen } from '#web/screen/screen.ts';
import { AppPerson } from './app/AppPerson.tsx';
import { PersonDetails } from './app/PersonDetails.tsx';
import { ResponderList } from './app/ResponderList.tsx';
import { useResponders } from './app/useResponders.ts';
import { PlaceFilterBar } from './PlaceFilterBar.tsx';
import { PlaceList } from './PlaceList.tsx';
import { type Chosen, useChosen } from './useChosen.ts';
import { usePlaceFilters } from './usePlaceFilters.ts';
import './location.css';
import './app/app.css';

const ignoreRows = () => undefined;

/** 手机定位 (picture 21b): find a person, call, navigate; below it who is on the way. */
export default function AppScreen() {
  const chosen = useChosen();
  const { setTitle, path } = useScreen();
  const responders = useResponders();
  const { person, id } = chosen;
  const shown = person?.customerId === id ? person : undefined;
  const onTheWay = useMemo(
    () => (responders.rows ?? []).filter(({ customerId }) => customerId !== null && customerId === id),
    [responders.rows, id],
  );
  const name = shown?.name;
  const isOwnPage = path !== '/location/app';
  useEffect(() => {
    if (isOwnPage && name) setTitle(name);
  }, [isOwnPage, name, setTitle]);
  return (
    <div className="app-screen h-full bg-container" data-chosen={id !== null || undefined}>
      {can('location:list') && <Finder chosen={chosen} />}
      <section className="app-main min-h-0 overflow-auto" aria-label="位置与在路上">
        {shown && <AppPerson person={shown} chosen={chosen} responders={onTheWay} />}
        {id !== null && !shown && <p className="p-4 text-text2">{chosen.problem ?? '位置载入中'}</p>}
        <ResponderList {...responders} to={shown} />
        {shown && <PersonDetails person={shown} />}
      </section>
    </div>
  );
}

function Finder({ chosen }: { chosen: Chosen }) {
  const filter = usePlaceFilters();
  return (
    <aside className="location-side app-side flex flex-col min-h-0 border-r border-border" aria-label="找人">
      <PlaceFilterBar filter={filter} counts />
      <PlaceList
        input={filter.input}
        selectedId={chosen.id}
        onChoose={(row) => chosen.choose(row.customerId, row.place)}
        onRows={ignoreRows}
        empty={<p className="px-4 py-8 text-center text-text2">暂无数据：没有符合的人。</p>}
      />
    </aside>
  );
}
