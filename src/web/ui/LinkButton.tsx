import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** A deed that reads as a link within a text, a row or a bar; `className="danger"` for what takes something away. */
export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classes('link', className)} />;
}
