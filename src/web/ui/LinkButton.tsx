import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** An action that looks like a link within a text, a row or a bar; `className="danger"` for a destructive one. */
export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={classes('link', className)} />;
}
