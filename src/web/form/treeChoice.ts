import type { TreeOption } from './types.ts';

/** An option as the control draws it; a `disabled` option only groups the options below it. */
export type TreeChoice = { value: string; title: string; disabled?: true; children: TreeChoice[] };

/**
 * Returns the options of a field: disabled ones only if the record has them (`stored`), or as parents of enabled ones.
 */
export function treeChoices(options: readonly TreeOption[], stored: readonly string[]): TreeChoice[] {
  return options.flatMap(({ value, title, off, children: below = [] }): TreeChoice[] => {
    const children = treeChoices(below, stored);
    if (!off) return [{ value, title, children }];
    const choice = { value, title: `${title}（停用）`, children };
    if (stored.includes(value)) return [choice];
    return children.length > 0 ? [{ ...choice, disabled: true }] : [];
  });
}
