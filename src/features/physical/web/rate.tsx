import type { OutputOf } from '#shared/endpoint.ts';
import { count, missing } from '#web/data/format.ts';
import { classes } from '#web/ui/classes.ts';
import { dueLink } from '../contract/links.ts';
import type { physicalApi } from '../contract.ts';

type Answer = OutputOf<typeof physicalApi.getPhysicalRate>;
type Area = Answer['areas'][number];
export type Rate = Pick<Answer, 'due' | 'done' | 'open'>;

/** Returns 71.4%; 「—」 where nobody is due. */
export const rateText = ({ due, done }: Rate): string => (due === 0 ? missing : `${((100 * done) / due).toFixed(1)}%`);

/** Share of those examined as a bar. */
export function RateBar({ rate, className }: { rate: Rate; className?: string }) {
  return (
    <meter
      className={classes('h-2', className ?? 'w-30')}
      min={0}
      max={Math.max(1, rate.due)}
      value={rate.done}
      aria-label={`已检 ${rateText(rate)}`}
    />
  );
}

type Filters = Readonly<Record<string, string | number | undefined>>;

const parts = [
  { key: 'due', label: '应检', state: undefined },
  { key: 'done', label: '已检', state: 'done' },
  { key: 'open', label: '未检', state: 'open' },
] as const;

/** The three figures, each a link to its list. */
export function RateLinks({ rate, filters }: { rate: Rate; filters: Filters }) {
  return parts.map(({ key, label, state }) => (
    <a key={key} href={dueLink({ ...filters, state })}>
      {label} {count(rate[key])}
    </a>
  ));
}

/** What the areas of an answer are. */
export type AreaField = 'departmentId' | 'regionCode';

/** Due, done and open by area, each figure a link to its list. */
export function AreaTable({ areas, year, by }: { areas: readonly Area[]; year: number; by: AreaField }) {
  return (
    <div className="max-h-66 overflow-auto border-t border-line">
      <table className="ruled w-full text-[13px]" aria-label={`${year} 年各区域体检率`}>
        <thead>
          <tr>
            <th scope="col">区域</th>
            {parts.map(({ key, label }) => (
              <th key={key} scope="col" className="text-right">
                {label}
              </th>
            ))}
            <th scope="col" className="text-right">
              体检率
            </th>
            <th scope="col" aria-label="体检率图" />
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area.id}>
              <th scope="row" className="text-text">
                {area.name}
              </th>
              {parts.map(({ key, label, state }) => (
                <td key={key} className="text-right">
                  <a href={dueLink({ year, state, [by]: area.id })} aria-label={`${area.name}${label} ${area[key]} 位`}>
                    {count(area[key])}
                  </a>
                </td>
              ))}
              <td className="text-right font-bold">{rateText(area)}</td>
              <td>
                <RateBar rate={area} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
