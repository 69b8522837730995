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

export interface PhysicalItem {
  code: string;
  label: string;
  /** Code of a group. */
  group: string;
  form: 'number' | 'choice' | 'text';
  unit?: string;
  /** Factor to the item's unit by unit of others, e.g. mg/dL. */
  units?: Readonly<Record<string, number>>;
  /** What can be true of a person, in the item's unit. */
  plausible?: { min: number; max: number };
  decimals?: number;
  /** `abnormal`: chosen, it counts as abnormal. */
  options?: readonly { code: string; label: string; abnormal?: boolean }[];
  /** Several options. */
  many?: boolean;
  ranges?: readonly PhysicalRange[];
  /** Kind of reading that the value becomes, e.g. systolic. */
  reading?: string;
  /** Computed of others: not entered. */
  computed?: 'bmi';
  /** Needed to submit. */
  needed?: boolean;
}

export interface PhysicalCatalogue {
  version: number;
  sections: readonly PhysicalSection[];
  groups: readonly PhysicalGroup[];
  items: readonly PhysicalItem[];
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
