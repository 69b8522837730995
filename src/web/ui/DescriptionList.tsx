import type { CSSProperties, ReactNode } from 'react';
import { texts } from '#web/core/texts.ts';
import { classes } from './classes.ts';

interface Props {
  facts: readonly (readonly [word: string, value: ReactNode])[];
  /** Number of columns. */
  columns?: number;
  /** Width of the label in px; 0: the label is above its value. */
  term?: number;
  className?: string;
}

/** Facts with labels; a missing value is 「—」. */
export function DescriptionList({ facts, columns = 1, term = 72, className }: Props) {
  const style = { '--columns': columns, '--term': `${term}px` } as CSSProperties;
  return (
    <dl className={classes('fact-list', term === 0 && 'above', className)} style={style}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={term === 0 && typeof value === 'string' ? value : undefined}>{value || texts.missing}</dd>
        </div>
      ))}
    </dl>
  );
}
