import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import type { Tone } from './tone.ts';

type Props = ComponentProps<'div'> & { tone?: Tone; as?: 'div' | 'section' };

/** One line across a screen: what holds for all that stands below it. */
export function Strip({ tone, as: Tag = 'div', className, ...rest }: Props) {
  return <Tag {...rest} className={classes('strip', tone && `tone-${tone}`, className)} />;
}
