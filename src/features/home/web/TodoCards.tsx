import type { ReactNode } from 'react';
import { can, isAllowed, routesOf, useSession } from '#web/api/session.ts';
import { count } from '#web/data/format.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { coverageLists, type HomeItem, homeWork } from '../contract.ts';
import { Card } from './Card.tsx';
import { percentText } from './format.ts';
import { customersLink, filteredLink, warningsLink } from './links.ts';
import { Tile } from './Tiles.tsx';
import type { Home } from './useHome.ts';

type Data = NonNullable<Home['work']>;

/** Open work of a leader, an area manager, device and health staff: each figure links to the list that it counts. */
export function TodoCards({ card }: { card: Loaded<Data> }) {
  return Object.values(homeWork)
    .filter(({ permission }) => can(permission))
    .map(({ permission, title, items }) => (
      <Card
        key={permission}
        title={title}
        className="home-work"
        card={card}
        note={permission === homeWork.area.permission && card.data && <Area data={card.data} />}
      >
        {({ counts }) => (
          <ul className="tiles home-tiles">
            {Object.entries<HomeItem>(items).map(([key, item]) => (
              <Tile
                key={key}
                name={item.title}
                card={card}
                figure={count(counts[key])}
                link={'filters' in item ? filteredLink(item.filters) : warningsLink(item.warnings)}
              />
            ))}
          </ul>
        )}
      </Card>
    ));
}

/** Share of today's alarms that are closed, and of the customers in service that have a device. */
function Area({ data: { counts, coverage } }: { data: Data }) {
  const share = (part: number | undefined, all: number | undefined) =>
    percentText(part === undefined || !all ? null : (part / all) * 100);
  return (
    <span className="text-xs text-text3">
      今日处理率 {share(counts.areaDone, counts.areaToday)}
      {coverage && (
        <>
          {' · '}
          <Customers filters={coverageLists.served}>服务中 {count(coverage.served)} 人</Customers>，
          <Customers filters={coverageLists.covered}>有设备 {count(coverage.covered)} 人</Customers>，覆盖率{' '}
          {share(coverage.covered, coverage.served)}
        </>
      )}
    </span>
  );
}

/** Link to the customers that a figure counts, for users who may list them. */
function Customers({ filters, children }: { filters: object; children: ReactNode }) {
  const { menu } = useSession();
  if (!isAllowed('/customer/list', routesOf(menu))) return children;
  return (
    <a href={customersLink(filters)} className="underline">
      {children}
    </a>
  );
}
