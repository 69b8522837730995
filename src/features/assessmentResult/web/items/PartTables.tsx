import { type ShownItem, type ShownPart, shortLabel, signed } from '../items.ts';
import { Boxes } from './Boxes.tsx';

/** Returns the class of a change: for the worse it has the colour of a warning. */
export function toneOf(worse: number): string {
  if (worse === 0) return 'result-change';
  return worse > 0 ? 'result-change worse' : 'result-change better';
}

/** A table per part, side by side where there is room. */
export function PartTables({ parts, compared }: { parts: readonly ShownPart[]; compared: boolean }) {
  return (
    <div className={`result-parts${parts.length > 1 ? ' several' : ''}`}>
      {parts.map(({ code, label, items, sum, max, last, worse }) => (
        <table key={code} className="w-full text-[13px]" aria-label={label}>
          <colgroup>
            <col className="result-number-column" />
            <col />
            <col className="result-boxes-column" />
            <col className="result-points-column" />
            {compared && <col className="result-change-column" />}
          </colgroup>
          <thead>
            <tr>
              <th scope="colgroup" colSpan={3} className="text-left text-[13px]">
                {label}
              </th>
              <td className="text-right whitespace-nowrap">
                <b className="text-sm">{sum}</b> <span className="text-text2">/ {max}</span>
              </td>
              {compared && <td className={toneOf(worse)}>{last === null ? '' : signed(sum - last)}</td>}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <ItemRow key={item.code} item={item} compared={compared} />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

/** One item: its points as boxes and as a figure, the change, and the note below. */
function ItemRow({ item, compared }: { item: ShownItem; compared: boolean }) {
  const { number, label, option, points, last, max, isChanged, worse, note } = item;
  return (
    <>
      <tr title={`${label}：${option ?? '没有答案'}`}>
        <td className="text-text3">{number}</td>
        <th scope="row" className={`text-left font-normal ${isChanged ? 'text-text' : 'text-text2'}`}>
          {shortLabel(label)}
          <span className="sr-only">：{option ?? '没有答案'}</span>
        </th>
        <td>
          <Boxes item={item} />
        </td>
        <td className="text-right whitespace-nowrap">
          <b>{points ?? '—'}</b> <span className="text-text2">/ {max}</span>
        </td>
        {compared && (
          <td className={toneOf(worse)}>
            {points !== null && last !== null ? signed(points - last) : ''}
            {isChanged && points === last && '变'}
          </td>
        )}
      </tr>
      {note !== null && (
        <tr>
          <td />
          <td colSpan={compared ? 4 : 3} className="pb-1 text-xs text-text2 wrap-anywhere">
            依据：{note}
          </td>
        </tr>
      )}
    </>
  );
}
