/** The catalogue of examinations: items, groups, units and ranges are data with a version. */

/** Part of the form, a tab of its own. */
export interface PhysicalSection {
  code: string;
  label: string;
}

export interface PhysicalGroup {
  code: string;
  label: string;
  section: string;
}

/** Range of people of this sex and age, in the item's unit. */
export interface PhysicalRange {
  /** Absent: both. */
  sex?: 1 | 2;
  /** Years, both included; absent: no limit. */
  ageFrom?: number;
  ageTo?: number;
  /** Absent: no limit. `lowOpen`, `highOpen`: the limit itself is out of the range. */
  low?: number;
  high?: number;
  lowOpen?: boolean;
  highOpen?: boolean;
}

export interface PhysicalOption {
  code: string;
  label: string;
  /** Chosen, it counts as abnormal. */
  abnormal?: boolean;
}

export interface PhysicalItem {
  code: string;
  label: string;
  /** Other names in files of hospitals, e.g. HGB. */
  names?: readonly string[];
  /** Code of a group. */
  group: string;
  form: 'number' | 'choice' | 'text';
  unit?: string;
  /** Factor to the item's unit by unit of others, e.g. mg/dL. */
  units?: Readonly<Record<string, number>>;
  /** What can be true of a person, in the item's unit. */
  plausible?: { min: number; max: number };
  /** Decimals that are shown. */
  decimals?: number;
  /** Decimals to which a value is rounded, half up, before it is compared with the range; absent: not rounded. */
  rounded?: 0 | 1;
  /** The option `none` says that there is nothing to report. */
  options?: readonly PhysicalOption[];
  /** Several options. */
  many?: boolean;
  /** Words may stand with the options, or without any. */
  note?: boolean;
  ranges?: readonly PhysicalRange[];
  /** Kind of reading that the value becomes, e.g. systolic; of two items of a kind the first with a value. */
  reading?: string;
  /** Computed of others: not entered. */
  computed?: 'bmi';
  /** Needed to submit an annual examination. */
  needed?: boolean;
  /** Part of the national form for those of 65 and over: it counts as missing while empty, and stops nothing. */
  expected?: boolean;
}

export interface PhysicalCatalogue {
  version: number;
  sections: readonly PhysicalSection[];
  groups: readonly PhysicalGroup[];
  items: readonly PhysicalItem[];
  /** Codes of others for an item in another unit, e.g. 2093-3: cholesterol in mg/dL. */
  aliases: Readonly<Record<string, { code: string; unit: string }>>;
}

/** `none`: no range applies, or a result in words. */
export const physicalFlags = {
  low: '偏低',
  normal: '正常',
  high: '偏高',
  abnormal: '异常',
  none: '无适用区间',
} as const;
export type PhysicalFlag = keyof typeof physicalFlags;
