import type { ScaleProblem } from '../input.ts';

export type Rule = (value: unknown, place: string) => void;
export type Rules = Readonly<Record<string, Rule>>;

const maxProblems = 20;
/** Characters of all texts of a definition together. */
const maxCharacters = 200_000;
const codePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/;

/** Returns the place of a key or of an index: `items[3].options`. */
export function placeIn(place: string, key: string | number): string {
  if (typeof key === 'number') return `${place}[${key}]`;
  return place === '' ? key : `${place}.${key}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Ends a check with as many problems as are answered. */
export class EnoughProblems extends Error {}

/** Collects what is wrong with a definition, at most 20 problems; a value that is too large is not read further. */
export class DefinitionCheck {
  readonly problems: ScaleProblem[] = [];
  #characters = 0;

  /** @throws EnoughProblems with the last that is answered: the rest of a hostile definition is not read */
  add(place: string, msg: string): void {
    // A name that nobody defined may be of any length.
    this.problems.push({ field: place.length > 200 ? `${place.slice(0, 200)}…` : place, msg });
    if (this.problems.length === maxProblems) throw new EnoughProblems();
  }

  /** An object with these keys and no others. */
  object(value: unknown, place: string, required: Rules, optional: Rules = {}): void {
    if (!isObject(value)) {
      this.add(place, '须为对象');
      return;
    }
    for (const key of Object.keys(value))
      if (!Object.hasOwn(required, key) && !Object.hasOwn(optional, key)) this.add(placeIn(place, key), '没有这一项');
    for (const [key, rule] of Object.entries(required))
      if (value[key] === undefined) this.add(placeIn(place, key), '请填写这一项');
      else rule(value[key], placeIn(place, key));
    for (const [key, rule] of Object.entries(optional))
      if (value[key] !== undefined) rule(value[key], placeIn(place, key));
  }

  /** A list of one to `max` entries. */
  list(max: number, rule: Rule, min = 1): Rule {
    return (value, place) => {
      if (!Array.isArray(value)) return this.add(place, '须为列表');
      if (value.length < min || value.length > max) return this.add(place, `须为 ${min} 至 ${max} 项`);
      for (const [index, entry] of value.entries()) rule(entry, placeIn(place, index));
    };
  }

  /** An object with up to `max` keys of any name. */
  record(max: number, rule: Rule): Rule {
    return (value, place) => {
      if (!isObject(value)) return this.add(place, '须为对象');
      const keys = Object.keys(value);
      if (keys.length === 0 || keys.length > max) return this.add(place, `须为 1 至 ${max} 项`);
      for (const key of keys) rule(value[key], placeIn(place, key));
    };
  }

  text(max: number, min = 1): Rule {
    return (value, place) => {
      if (typeof value !== 'string') return this.add(place, '须为文字');
      if (value.length > max || value.trim().length < min)
        return this.add(place, min > 0 ? `须为 ${min} 至 ${max} 个字` : `最多 ${max} 个字`);
      this.#characters += value.length;
      if (this.#characters > maxCharacters) this.add(place, `量表的文字合计最多 ${maxCharacters} 个字`);
    };
  }

  readonly code: Rule = (value, place) => {
    if (typeof value !== 'string' || !codePattern.test(value))
      this.add(place, '须为字母或数字开头的编码，可含 . - _，最多 40 位');
  };

  integer(min: number, max: number): Rule {
    return (value, place) => {
      if (!Number.isInteger(value) || Number(value) < min || Number(value) > max)
        this.add(place, `须为 ${min} 至 ${max} 的整数`);
    };
  }

  readonly boolean: Rule = (value, place) => {
    if (typeof value !== 'boolean') this.add(place, '须为是或否');
  };

  oneOf(...values: readonly unknown[]): Rule {
    return (value, place) => {
      if (!values.includes(value)) this.add(place, `须为 ${values.map((one) => JSON.stringify(one)).join('、')} 之一`);
    };
  }

  /** Reports the entries of a list that repeat the text of an earlier one. */
  unique<T>(list: readonly T[], textOf: (entry: T) => string, place: string, key?: string): void {
    const earlier = new Set<string>();
    for (const [index, entry] of list.entries()) {
      const text = textOf(entry);
      const at = placeIn(place, index);
      if (earlier.has(text)) this.add(key === undefined ? at : placeIn(at, key), '与前面的一项重复');
      earlier.add(text);
    }
  }
}
