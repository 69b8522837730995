import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import type { Tone } from './tone.ts';

type Props = ComponentProps<'span'> & {
  tone?: Tone;
  /** With a background and without a border. */
  filled?: boolean;
};

/** A short label about the element beside it. */
export function Badge({ tone, filled, className, ...rest }: Props) {
  return <span {...rest} className={classes('badge', filled && 'filled', tone && `tone-${tone}`, className)} />;
}
