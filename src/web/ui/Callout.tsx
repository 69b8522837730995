import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import type { Tone } from './tone.ts';

type Props = ComponentProps<'div'> & { tone?: Tone; as?: 'div' | 'section' };

/** A framed message within a page or a form. */
export function Callout({ tone, as: Tag = 'div', className, ...rest }: Props) {
  return <Tag {...rest} className={classes('note-box', tone && `tone-${tone}`, className)} />;
}
