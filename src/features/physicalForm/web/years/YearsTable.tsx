import { physicalLink } from '#features/physical/contract.ts';
import { physicalFlags } from '#shared/physical/catalogue.ts';
import { flagSigns } from '#shared/physical/rangeWords.ts';
import { Spark } from '#web/chart/Spark.tsx';
import { missing } from '#web/data/format.ts';
import { classes } from '#web/ui/classes.ts';
import type { YearColumn, YearRow } from './yearRows.ts';
import './years.css';

interface Props {
  columns: readonly YearColumn[];
  groups: readonly { code: string; label: string; rows: readonly YearRow[] }[];
  /** On paper columns are no links. */
  isPaper?: boolean;
}

function Cell({ cell: { text, flag } }: { cell: YearRow['cells'][number] }) {
  if (text === '') return <span className="text-text3">{missing}</span>;
  if (flag === 'normal' || flag === 'none') return text;
  return (
    <b className="text-level2-text">
      {text}{' '}
      <small className="whitespace-nowrap">
        <span aria-hidden="true">{flagSigns[flag]}</span> {physicalFlags[flag]}
      </small>
    </b>
  );
}

function Trend({ row: { item, cells, low, high } }: { row: YearRow }) {
  const values = cells.map(({ value }) => value);
  if (item.form !== 'number' || values.filter((value) => value !== null).length < 2) return null;
  return (
    <Spark values={values} width={88} height={20} {...(low !== null && { low })} {...(high !== null && { high })} />
  );
}

/** Items by examination: what is out of its range stands with sign and word, each number with its course. */
export function YearsTable({ columns, groups, isPaper = false }: Props) {
  return (
    <table className="exam-years text-[13px]">
      <thead>
        <tr>
          <th scope="col">项目</th>
          {columns.map(({ id, date, org, isThis }) => (
            <th key={id} scope="col" className={classes(isThis && 'this')} title={org}>
              {isThis || isPaper ? <b>{date}</b> : <a href={physicalLink(id)}>{date}</a>}
              <small className="block font-normal truncate">{org}</small>
            </th>
          ))}
          <th scope="col">趋势</th>
        </tr>
        <tr>
          <th scope="row">异常项</th>
          {columns.map(({ id, abnormal, isThis }) => (
            <td key={id} className={classes(isThis && 'this')}>
              {abnormal} 项
            </td>
          ))}
          <td />
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.code}>
          <tr className="exam-group">
            <th scope="rowgroup" colSpan={columns.length + 2}>
              {group.label}
            </th>
          </tr>
          {group.rows.map((row) => (
            <tr key={row.item.code}>
              <th scope="row">
                {row.item.label} <small className="font-normal text-text2">{row.item.unit}</small>
              </th>
              {row.cells.map((cell, index) => (
                <td key={cell.id} className={classes(columns[index]?.isThis && 'this')}>
                  <Cell cell={cell} />
                </td>
              ))}
              <td>
                <Trend row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
