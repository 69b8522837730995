import type { ShownItem } from '../items.ts';

/** With more boxes a bar is shown instead. */
const mostBoxes = 10;

/** Points of an item as boxes: filled ones now, dashed ones that the assessment before had more. */
export function Boxes({ item: { steps, points, last, max } }: { item: ShownItem }) {
  const boxes = steps.slice(1);
  if (boxes.length > mostBoxes || boxes.length === 0)
    return <meter className="w-16" min={steps[0] ?? 0} max={max} value={points ?? 0} aria-hidden="true" />;
  return (
    <span className="result-boxes" aria-hidden="true">
      {boxes.map((step) => (
        <i key={step} className={stateOf(step, points, last)} />
      ))}
    </span>
  );
}

function stateOf(step: number, points: number | null, last: number | null): string | undefined {
  if (points !== null && step <= points) return 'on';
  return last !== null && step <= last ? 'lost' : undefined;
}
