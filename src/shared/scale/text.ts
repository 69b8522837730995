import type { ScaleDefinition } from './definition.ts';

type Texts = Pick<ScaleDefinition, 'items'>;

/** Returns the place of the first item or option without a text, e.g. `items[2].label`; undefined if all have one. */
export function emptyText({ items }: Texts): string | undefined {
  const isEmpty = ({ label }: { label: string }) => label.trim() === '';
  for (const [index, item] of items.entries()) {
    if (isEmpty(item)) return `items[${index}].label`;
    const option = item.options.findIndex(isEmpty);
    if (option >= 0) return `items[${index}].options[${option}].label`;
  }
  return undefined;
}

/** Returns whether every item and option has a text; without it a scale is an adapter. */
export function hasText(definition: Texts): boolean {
  return emptyText(definition) === undefined;
}
