// form: pages to fill in an assessment. What it asks for, in which order, and what is open.
import type { Answers, ScaleDefinition, ScaleItem, ScaleOption } from '#shared/scale/definition.ts';

type Scale = Pick<ScaleDefinition, 'items' | 'parts' | 'total'>;

/** Items under one heading. */
export interface ItemGroup {
  /** Empty for the items of no part. */
  code: string;
  label: string;
  items: readonly ScaleItem[];
}

/** Groups the items by parts; items of no part, or of a scale without parts, are in a group of their own. */
export function groupsOf({ items, parts = [] }: Scale): ItemGroup[] {
  const byCode = new Map(items.map((item) => [item.code, item]));
  const groups = parts.map(({ code, label, items: codes }) => ({
    code,
    label,
    items: codes.flatMap((item) => byCode.get(item) ?? []),
  }));
  const placed = new Set(parts.flatMap((part) => part.items));
  const rest = items.filter(({ code }) => !placed.has(code));
  if (rest.length > 0) groups.push({ code: '', label: parts.length > 0 ? '其他条目' : '全部条目', items: rest });
  return groups;
}

/** Returns what an item is called in short: `3.4` of `B3.4`, a short code as it is, else its position from 1. */
export function numberOf(code: string, position: number): string {
  const dotted = /^[A-Z]?(\d+\.\d+)$/.exec(code)?.[1];
  if (dotted !== undefined) return dotted;
  return /^[A-Z]?\d{1,3}$/.test(code) ? code : String(position);
}

/** Splits a label into its name and what stands behind it in brackets: `修饰（洗脸、刷牙）`. */
export function labelParts(label: string): { name: string; more: string } {
  const [, name = label, more = ''] = /^(.+?)\s*[（(](.+)[）)]$/.exec(label) ?? [];
  return { name, more };
}

/** Highest points of an item. */
export function maxOf({ options }: Pick<ScaleItem, 'options'>): number {
  return options.reduce((most, { points }) => Math.max(most, points), Number.NEGATIVE_INFINITY);
}

/** Returns the chosen option of an item. */
export function chosenOf({ code, options }: ScaleItem, answers: Answers): ScaleOption | undefined {
  const chosen = answers[code];
  return chosen === undefined ? undefined : options.find((option) => option.code === chosen);
}

/**
 * Returns the items that still need an answer, in order. Of the items of which one is answered, all are open until one
 * has an answer.
 */
export function openItems(groups: readonly ItemGroup[], answers: Answers): ScaleItem[] {
  const items = groups.flatMap((group) => group.items);
  const answered = new Set(items.flatMap(({ code, oneOf }) => (oneOf !== undefined && code in answers ? [oneOf] : [])));
  return items.filter(({ code, oneOf }) => !(code in answers) && !(oneOf !== undefined && answered.has(oneOf)));
}

/** Items of which one is answered have one key. */
const answerKey = ({ code, oneOf }: ScaleItem) => (oneOf === undefined ? `item ${code}` : `one ${oneOf}`);

/** Counts the answers that items need, all of a group or the open ones: of the items of which one is answered, one. */
export function answerCount(items: readonly ScaleItem[]): number {
  return new Set(items.map(answerKey)).size;
}

/** Returns the next open item after the given one, from the start again behind the last; undefined: nothing is open. */
export function nextOpen(
  groups: readonly ItemGroup[],
  answers: Answers,
  after: string | undefined,
): string | undefined {
  const codes = groups.flatMap(({ items }) => items.map(({ code }) => code));
  const place = after === undefined ? -1 : codes.indexOf(after);
  const open = new Set(openItems(groups, answers).map(({ code }) => code));
  return [...codes.slice(place + 1), ...codes.slice(0, place + 1)].find((code) => open.has(code));
}

/** Returns the item beside the given one; undefined at both ends. */
export function neighbour(groups: readonly ItemGroup[], code: string | undefined, step: 1 | -1): string | undefined {
  const codes = groups.flatMap(({ items }) => items.map((item) => item.code));
  if (code === undefined) return step === 1 ? codes[0] : codes.at(-1);
  const place = codes.indexOf(code);
  return place < 0 ? undefined : codes[place + step];
}

/** Returns the changes of answers when an option is chosen: of items of which one is answered, the others lose theirs. */
export function choose(
  groups: readonly ItemGroup[],
  answers: Answers,
  item: ScaleItem,
  option: string | null,
): Record<string, string | null> {
  const others = groups
    .flatMap(({ items }) => items)
    .filter(({ code, oneOf }) => oneOf !== undefined && oneOf === item.oneOf && code !== item.code && code in answers);
  return { ...Object.fromEntries(others.map(({ code }) => [code, null])), [item.code]: option };
}

/** Points of the answers that are given. */
export function pointsOf(items: readonly ScaleItem[], answers: Answers): number {
  return items.reduce((sum, item) => sum + (chosenOf(item, answers)?.points ?? 0), 0);
}

/** Most points that a group can have: of the items of which one is answered, the best counts once. */
export function mostPoints(items: readonly ScaleItem[]): number {
  const most = new Map<string, number>();
  for (const item of items) {
    const key = answerKey(item);
    most.set(key, Math.max(most.get(key) ?? Number.NEGATIVE_INFINITY, maxOf(item)));
  }
  return [...most.values()].reduce((sum, points) => sum + points, 0);
}
