/** The grammar of scales: a scale is data. Points, bands and rules come from its version, never from code. */

export interface ScaleOption {
  code: string;
  label: string;
  points: number;
}

export interface ScaleItem {
  code: string;
  label: string;
  /** Best option first. */
  options: readonly ScaleOption[];
  /** Of the items with the same value exactly one is answered. */
  oneOf?: string;
  /** A text may stand with the answer. */
  notes?: boolean;
}

export interface ScalePart {
  code: string;
  label: string;
  /** Codes of items. */
  items: readonly string[];
}

export const factKinds = ['codes', 'counts', 'flag', 'number', 'choice', 'choices'] as const;
export type FactKind = (typeof factKinds)[number];

export interface ScaleFact {
  key: string;
  label: string;
  /** `codes`: ICD-10; `counts`: a number per option; `choices`: several options, not scored. */
  kind: FactKind;
  options?: readonly { code: string; label: string }[];
}

/** Whole points from `from` to `to`, both included. */
export interface ScaleBand {
  code: string;
  label: string;
  from: number;
  to: number;
}

/** Best band first; or the set that the value of a fact chooses. */
export type ScaleBandSet =
  | { code: string; label: string; default?: boolean; bands: readonly ScaleBand[] }
  | { code: string; default?: boolean; by: { fact: string; sets: Readonly<Record<string, string>> } };

export type LevelOperator = '=' | '>=' | '<=' | 'in';

export type When =
  | { answer: readonly [item: string, option: string] }
  | { fact: string; from?: number | string; to?: number | string }
  | { sum: string; gte: number }
  | { flag: string }
  | { level: readonly [part: string, op: LevelOperator, n: number | readonly [from: number, to: number]] }
  | { any: readonly When[] }
  | { all: readonly When[] }
  | { none: readonly When[] };

export type PartLevels =
  | { part: string; by: 'bands'; bands: readonly { level: number; from: number; to: number }[] }
  | { part: string; by: 'worst'; map: Readonly<Record<string, readonly number[]>> };

export type GradeBy =
  | { by: 'bands' }
  | {
      by: 'matrix';
      /** Best grade first. */
      grades: readonly { code: string; label: string }[];
      rows: readonly { grade: string; when: When }[];
      hole: 'manual';
    };

export interface ScaleRule {
  code: string;
  when: When;
  effect: { set: string } | { worse: 1 };
  group?: string;
  evidence: string;
}

/** A version of a scale as `addScale` takes it. */
export interface ScaleDefinition {
  code: string;
  name: string;
  version: number;
  licence: string;
  items: readonly ScaleItem[];
  parts?: readonly ScalePart[];
  facts?: readonly ScaleFact[];
  total: { of: 'sum' | null };
  levels?: readonly PartLevels[];
  bandSets?: readonly ScaleBandSet[];
  /** Null: the total alone. */
  grade: GradeBy | null;
  rules?: readonly ScaleRule[];
  /** Months until the next assessment; null: no end. */
  validMonths: number | null;
  /** Signatures of assessors; absent: 1. */
  assessors?: number;
  /** Its final grade becomes the person's ability level: `gbt42195` alone. */
  ability?: boolean;
  /** Answers that may be left out when the caller says so. */
  prorate?: { missing: number };
}

/** Keys of a definition. */
export const scaleKeys = [
  'code',
  'name',
  'version',
  'licence',
  'items',
  'parts',
  'facts',
  'total',
  'levels',
  'bandSets',
  'grade',
  'rules',
  'validMonths',
  'assessors',
  'ability',
  'prorate',
] as const satisfies readonly (keyof ScaleDefinition)[];

/** Codes of options by item. */
export type Answers = Readonly<Record<string, string>>;
/** By kind: ICD-10 codes, counts by option, a boolean, a number, an option, options. */
export type FactValue = readonly string[] | Readonly<Record<string, number>> | boolean | number | string;
export type Facts = Readonly<Record<string, FactValue>>;
