import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import type { Tone } from './tone.ts';

type Props = ComponentProps<'span'> & {
  tone?: Tone;
  /** On a ground of its own, without a line around it. */
  filled?: boolean;
};

/** A word or two about what stands beside it. */
export function Badge({ tone, filled, className, ...rest }: Props) {
  return <span {...rest} className={classes('badge', filled && 'filled', tone && `tone-${tone}`, className)} />;
}
