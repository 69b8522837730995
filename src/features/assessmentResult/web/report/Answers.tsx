import type { ScaleOfPage } from '#features/assessment/contract.ts';
import { resultKind, type ShownItem, type ShownPart, shortLabel } from '../items.ts';

interface Props {
  parts: readonly ShownPart[];
  scale: ScaleOfPage;
  title: string;
}

/** Items with the chosen answers in words and their points, in two columns. */
export function Answers({ parts, scale, title }: Props) {
  const hasPoints = resultKind(scale) !== 'items';
  return (
    <section>
      <h2>{title}</h2>
      <div className="report-answers">
        {parts.map(({ code, label, items, sum, max }) => (
          <table key={code}>
            <thead>
              <tr>
                <th colSpan={2} scope="colgroup">
                  {label}
                </th>
                <td>{hasPoints && `${sum} / ${max}`}</td>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <Answer key={item.code} item={item} hasPoints={hasPoints} />
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}

function Answer({ item: { number, label, option, points, note }, hasPoints }: { item: ShownItem; hasPoints: boolean }) {
  return (
    <tr>
      <td>{number}</td>
      <td>
        <b>{shortLabel(label)}</b> {option ?? '没有答案'}
        {note !== null && <span>（{note}）</span>}
      </td>
      <td>{hasPoints ? (points ?? '—') : ''}</td>
    </tr>
  );
}
