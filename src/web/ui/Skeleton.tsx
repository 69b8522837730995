import { classes } from './classes.ts';

interface Props {
  /** Width of each line in px; 0: full width. */
  lines: readonly number[];
  className?: string;
}

/** Grey placeholder lines for text; not shown if the answer comes within 200 ms. */
export function Skeleton({ lines, className }: Props) {
  const named = lines.map((width, line) => ({ width: width || undefined, line }));
  return (
    <div className={classes('skeleton', className)} aria-hidden="true">
      {named.map(({ width, line }) => (
        <i key={line} style={{ width }} />
      ))}
    </div>
  );
}
