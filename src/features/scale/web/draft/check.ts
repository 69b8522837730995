import { checkDefinition } from '#shared/scale/check/checkDefinition.ts';
import { type Draft, definitionOf } from './draft.ts';

/** Most problems that are listed at once. */
export const maxProblems = 20;

/** Returns the items and options without text, by place. */
function textProblems({ items }: Draft): [place: string, msg: string][] {
  return items.flatMap(({ label, options }, index) => {
    const place = `items[${index}]`;
    const empty = options.flatMap((option, at): [string, string][] =>
      option.label.trim() === '' ? [[`${place}.options[${at}].label`, '请填写选项的文字']] : [],
    );
    return label.trim() === '' ? [[`${place}.label`, '请填写条目的文字'], ...empty] : empty;
  });
}

/**
 * Returns what is wrong with a draft, by place; the first problem of a place stands.
 * @param needsText items and options without text are wrong; without it they may be an adapter's
 */
export function problemsOf(draft: Draft, needsText: boolean): ReadonlyMap<string, string> {
  const { problems = [] } = checkDefinition(definitionOf(draft));
  const all = problems.map(({ field, msg }): [string, string] => [field, msg]);
  const texts = needsText ? textProblems(draft) : [];
  const byPlace = new Map<string, string>();
  for (const [place, msg] of [...all, ...texts].slice(0, maxProblems)) if (!byPlace.has(place)) byPlace.set(place, msg);
  return byPlace;
}
