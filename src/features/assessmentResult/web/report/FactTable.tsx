import { missing } from '#web/data/format.ts';

export type PrintedFact = readonly [label: string, value: string | null | undefined];

/** Facts in columns, each with its label. */
export function FactTable({ facts, columns }: { facts: readonly PrintedFact[]; columns: number }) {
  const rows = Array.from({ length: Math.ceil(facts.length / columns) }, (_, row) =>
    facts.slice(row * columns, (row + 1) * columns),
  );
  return (
    <table className="report-facts">
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]?.[0]}>
            {row.map(([label, value], place) => (
              <Fact
                key={label}
                label={label}
                value={value || missing}
                span={place === row.length - 1 ? (columns - row.length) * 2 + 1 : 1}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fact({ label, value, span }: { label: string; value: string; span: number }) {
  return (
    <>
      <th scope="row">{label}</th>
      <td colSpan={span}>{value}</td>
    </>
  );
}
