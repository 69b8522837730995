import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type Props = ComponentProps<'button'> & {
  /** Side length in px. */
  size?: 24 | 28 | 32;
};

/** A button with only an icon: it needs an `aria-label`. */
export function IconButton({ size = 32, className, ...rest }: Props) {
  return <button type="button" {...rest} className={classes('icon-button', size < 32 && `side-${size}`, className)} />;
}
