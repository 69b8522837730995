import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type Props = ComponentProps<'div'> & { as?: 'div' | 'header' };

/** Head of a screen or of a section: title or tabs at the left, actions at the right. */
export function Toolbar({ as: Tag = 'div', className, ...rest }: Props) {
  return <Tag {...rest} className={classes('toolbar', className)} />;
}
