/** Top and height of the bands, px. */
export const ruleTop = 30;
export const bandHeight = 18;

/** Half the width of a label, px. */
const half = 26;
/** Distance under which the labels of both totals would touch, px. */
const close = 46;

interface MarkerProps {
  name: 'now' | 'last';
  place: number;
  text: string;
  /** Place of this time's total, from which the label of the last one keeps away. */
  beside: number | null;
  width: number;
}

/** Triangle over the ruler with its figure. */
export function Marker({ name, place, text, beside, width }: MarkerProps) {
  const inside = Math.min(Math.max(place, half), width - half);
  const isClose = beside !== null && Math.abs(beside - place) < close;
  const isLeft = beside !== null && place <= beside && beside > 2 * close;
  const label = !isClose || beside === null ? inside : isLeft ? beside - close : beside + close;
  return (
    <g className={`result-marker ${name}`}>
      <path d={`M${place - 5} ${ruleTop - 10}h10l-5 8z`} />
      <text x={label} y={ruleTop - 15} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

interface ArcProps {
  from: number;
  to: number;
  text: string;
  width: number;
}

/** Arc from the total to the final band. */
export function Arc({ from, to, text, width }: ArcProps) {
  const y = ruleTop + bandHeight + 2;
  const low = y + 24;
  const middle = Math.min(Math.max((from + to) / 2, 60), width - 60);
  return (
    <g className="result-arc">
      <path className="line" d={`M${from} ${y}C${from} ${low} ${to} ${low} ${to} ${y + 7}`} />
      <path d={`M${to - 4} ${y + 8}h8l-4 -8z`} />
      <text x={middle} y={low + 14} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
