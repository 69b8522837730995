import type { EntryField } from './entryValues.ts';

/** Titles of the form's fields. */
export const entryTitles: Readonly<Record<EntryField, string>> = {
  pressure: '血压',
  heart_rate: '脉搏',
  breath_rate: '呼吸',
  temperature: '体温',
  spo2: '血氧',
  oxygen: '吸氧',
  consciousness: '意识',
  glucose: '血糖',
  weight: '体重',
  height: '身高',
  waist: '腰围',
};
