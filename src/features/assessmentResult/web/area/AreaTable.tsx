import type { assessmentApi } from '#features/assessment/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { count } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Grade, GradeBar, stepOf } from './GradeBar.tsx';

type Area = OutputOf<typeof assessmentApi.getAssessmentArea>[number];
type Filter = 'departmentId' | 'regionCode';

interface Props {
  rows: readonly Area[];
  /** Best first. */
  grades: readonly Grade[];
  scale: string;
  /** Filter of the list that an area stands for. */
  by: Filter;
  /** Area whose parts are shown; absent: all. Its own people have a row with its id. */
  above: string | undefined;
  /** Shows the areas below one. */
  onOpen: (patch: Record<Filter, string | null>) => void;
}

const totalOf = ({ grades }: Pick<Area, 'grades'>) => Object.values(grades).reduce((sum, n) => sum + n, 0);

/** Areas with their grades as stacked bars and as figures that link to the list. */
export function AreaTable({ rows, grades, scale, by, above, onOpen }: Props) {
  const totals = Object.fromEntries(
    grades.map(({ code }) => [code, rows.reduce((sum, row) => sum + (row.grades[code] ?? 0), 0)]),
  );
  const all = { id: '', name: '合计', grades: totals };
  const most = Math.max(1, ...rows.map(totalOf));
  if (grades.length === 0) return <p className="text-[13px] text-text2">这份量表不分等级</p>;
  if (totalOf(all) === 0) return <p className="text-[13px] text-text2">这里还没有完成的评估</p>;
  const link = (area: Area, grade?: string) => {
    const filters = new URLSearchParams({
      scale,
      status: 'done',
      latest: 'true',
      ...(grade !== undefined && { grade }),
    });
    const place = area.id || above;
    if (place) filters.set(by, place);
    if (area.id && area.id === above) filters.set('areaOnly', 'true');
    return `#/healthy/assessment?${filters}`;
  };
  return (
    <div className="overflow-x-auto">
      <p className="mb-2 text-[13px] text-text2">{sentenceOf(all, grades)}</p>
      <table className="area-table sheet" aria-label="各区域的等级分布">
        <thead>
          <tr>
            <th scope="col">{by === 'regionCode' ? '区域' : '部门'}</th>
            <th scope="col" className="area-bar-column">
              分布
            </th>
            {grades.map(({ code, label }, place) => (
              <th key={code} scope="col" className="area-figure">
                <i className="area-mark" data-step={stepOf(place, grades.length)} aria-hidden="true" /> {label}
              </th>
            ))}
            <th scope="col" className="area-figure">
              人数
            </th>
          </tr>
        </thead>
        <tbody>
          {[all, ...rows].map((row) => (
            <tr key={row.id} className={row.id ? undefined : 'font-bold'}>
              <th scope="row" className="whitespace-nowrap">
                {row.id && row.id === above ? (
                  `${row.name}（本级）`
                ) : row.id ? (
                  <Button
                    kind="link"
                    title="看下一级"
                    onClick={() => onOpen({ departmentId: null, regionCode: null, [by]: row.id })}
                  >
                    {row.name}
                  </Button>
                ) : (
                  <b>{row.name}</b>
                )}
              </th>
              <td>
                <GradeBar counts={row.grades} grades={grades} full={row.id ? most : totalOf(all)} />
              </td>
              {grades.map(({ code }) => (
                <td key={code} className="area-figure">
                  {row.grades[code] ? <a href={link(row, code)}>{count(row.grades[code])}</a> : 0}
                </td>
              ))}
              <td className="area-figure">{totalOf(row) > 0 ? <a href={link(row)}>{count(totalOf(row))}</a> : 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Says how the grades are spread: 128 人：能力完好 12（9%），…. */
function sentenceOf(all: Pick<Area, 'grades'>, grades: readonly Grade[]): string {
  const total = totalOf(all);
  const share = (n: number) => `${Math.round((n / total) * 100)}%`;
  const parts = grades.map(
    ({ code, label }) => `${label} ${count(all.grades[code])}（${share(all.grades[code] ?? 0)}）`,
  );
  return `${count(total)} 人有有效的评估：${parts.join('，')}`;
}
