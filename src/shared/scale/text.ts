import type { ScaleDefinition } from './definition.ts';

/** Returns whether every item and option has a text; without it a scale is an adapter. */
export function hasText({ items }: Pick<ScaleDefinition, 'items'>): boolean {
  const isWritten = ({ label }: { label: string }) => label.trim() !== '';
  return items.every((item) => isWritten(item) && item.options.every(isWritten));
}
