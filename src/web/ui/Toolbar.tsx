import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type Props = ComponentProps<'div'> & { as?: 'div' | 'header' };

/** The head of a screen or of a part of one: title or tabs at the left, deeds at the right. */
export function Toolbar({ as: Tag = 'div', className, ...rest }: Props) {
  return <Tag {...rest} className={classes('toolbar', className)} />;
}
