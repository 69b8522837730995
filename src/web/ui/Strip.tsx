import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import type { Tone } from './tone.ts';

type Props = ComponentProps<'div'> & { tone?: Tone; as?: 'div' | 'section' };

/** A line across a screen with a message about everything below it. */
export function Strip({ tone, as: Tag = 'div', className, ...rest }: Props) {
  return <Tag {...rest} className={classes('strip', tone && `tone-${tone}`, className)} />;
}
