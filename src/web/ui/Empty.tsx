import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** What stands where there is nothing to show: a sign, why, and the ways out, one below the other. */
export function Empty({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes('empty', className)} />;
}
