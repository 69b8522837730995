import { openItems } from './items.ts';
import type { Form } from './useForm.ts';

/** More items than this are shown as a bar. */
const mostBoxes = 60;

/** One box an item, by parts: full with an answer, dashed without, framed in front. */
export function ScoreBoxes({ form: { groups, answers, place } }: { form: Form }) {
  const items = groups.flatMap((group) => group.items);
  const open = new Set(openItems(groups, answers).map(({ code }) => code));
  const answered = items.length - open.size;
  const label = `${items.length} 项里答了 ${answered} 项`;
  if (items.length > mostBoxes)
    return <meter className="assess-bar my-2" min={0} max={items.length} value={answered} aria-label={label} />;
  return (
    <p className="assess-boxes" role="img" aria-label={label}>
      {groups.map((group) => (
        <span key={group.code}>
          {group.items.map(({ code }) => (
            <i key={code} className={`${open.has(code) ? 'open' : ''} ${code === place ? 'front' : ''}`} />
          ))}
        </span>
      ))}
    </p>
  );
}
