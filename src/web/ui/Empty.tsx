import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** Placeholder for missing content: an icon, the reason, and the ways out, one below the other. */
export function Empty({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes('empty', className)} />;
}
