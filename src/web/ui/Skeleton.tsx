import { classes } from './classes.ts';

interface Props {
  /** The width of each line in px; 0: as wide as there is room. */
  lines: readonly number[];
  className?: string;
}

/** Grey lines where text will stand; an answer within 200 ms shows none of them. */
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
