import type { chronicDiseases } from '#shared/codes.ts';

type Group = keyof typeof chronicDiseases;

/** Groups of chronic diseases by ICD-10 category (clinical.md 5.1); the first that holds. */
const ranges: readonly (readonly [Group, ...(readonly [from: string, to: string])[]])[] = [
  ['hypertension', ['I10', 'I15']],
  ['coronary', ['I20', 'I25']],
  ['diabetes', ['E10', 'E14']],
  ['stroke', ['I60', 'I64'], ['I69', 'I69']],
  ['copd', ['J41', 'J44']],
  ['kidney', ['N18', 'N19']],
  ['liver', ['K70', 'K77']],
  ['tumour', ['C00', 'D48']],
  ['parkinson', ['G20', 'G22']],
  ['dementia', ['F00', 'F03'], ['G30', 'G30']],
  ['osteoporosis', ['M80', 'M82']],
  ['arthritis', ['M05', 'M19']],
  ['cataract', ['H25', 'H26']],
  ['glaucoma', ['H40', 'H42']],
  ['epilepsy', ['G40', 'G41']],
  ['hypothyroidism', ['E01', 'E03']],
  ['mental', ['F04', 'F99']],
];

/** The least specific code of a group that says no more than was said. */
const codes: Readonly<Partial<Record<string, string>>> = {
  hypertension: 'I10',
  coronary: 'I25',
  diabetes: 'E14',
  stroke: 'I64',
  copd: 'J44',
  kidney: 'N18',
  liver: 'K76',
  parkinson: 'G20',
  dementia: 'F03',
  osteoporosis: 'M81',
  arthritis: 'M13',
  cataract: 'H26',
  glaucoma: 'H40',
  epilepsy: 'G40',
  hypothyroidism: 'E03',
  mental: 'F99',
};

/** Returns the group of an ICD-10 code. */
export function chronicOf(icd: string): Group {
  const category = icd.slice(0, 3).toUpperCase();
  const found = ranges.find(([, ...spans]) => spans.some(([from, to]) => from <= category && category <= to));
  return found?.[0] ?? 'other';
}

/** Returns the ICD-10 code of a group that was entered alone; null where there is none. */
export function codeOfChronic(group: string): string | null {
  return codes[group] ?? null;
}
