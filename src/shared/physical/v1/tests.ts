import type { PhysicalItem } from '../catalogue.ts';
import { byAge, bySex, forAll, itemsIn, optionsOf } from './build.ts';

const blood = itemsIn('blood');
const liver = itemsIn('liver');
const kidney = itemsIn('kidney');
const glucose = itemsIn('glucose');
const urine = itemsIn('urine');

const expected = { expected: true } as const;
const of = (unit: string, min: number, max: number, decimals: number) => ({ unit, plausible: { min, max }, decimals });
const perGram = { 'g/dL': 10 } as const;
const enzyme = of('U/L', 0, 20_000, 0);
/** clinical.md 3.3: mg/dL ÷ 38.67 and ÷ 88.57. */
const cholesterol = { ...of('mmol/L', 0, 40, 2), units: { 'mg/dL': 1 / 38.67 } };
const triglyceride = { ...of('mmol/L', 0, 100, 2), units: { 'mg/dL': 1 / 88.57 } };
const finding = { note: true, options: optionsOf('normal 正常', '!abnormal 异常') };

/** Tests of the laboratory and by devices with their ranges (clinical.md 5.4: WS/T 404, 405; 3.3). Codes: LOINC, else letters. */
export const testItems: readonly PhysicalItem[] = [
  blood.number('718-7', '血红蛋白', {
    ...{ ...of('g/L', 10, 300, 0), ...expected, units: perGram, names: ['HGB', 'Hb'] },
    ranges: bySex({ low: 130, high: 175 }, { low: 115, high: 150 }),
  }),
  blood.number('789-8', '红细胞', {
    ...{ ...of('10¹²/L', 0.5, 12, 2), units: { '10⁶/µL': 1 }, names: ['RBC'] },
    ranges: bySex({ low: 4.3, high: 5.8 }, { low: 3.8, high: 5.1 }),
  }),
  blood.number('6690-2', '白细胞', {
    ...{ ...of('10⁹/L', 0.1, 500, 2), ...expected, units: { '10³/µL': 1 }, names: ['WBC'] },
    ranges: forAll({ low: 3.5, high: 9.5 }),
  }),
  blood.number('777-3', '血小板', {
    ...{ ...of('10⁹/L', 1, 3000, 0), ...expected, units: { '10³/µL': 1 }, names: ['PLT'] },
    ranges: forAll({ low: 125, high: 350 }),
  }),
  blood.number('HCT', '红细胞压积', {
    ...{ ...of('L/L', 0.05, 0.8, 3), units: { '%': 0.01 }, names: ['HCT', '红细胞比容'] },
    ranges: bySex({ low: 0.4, high: 0.5 }, { low: 0.35, high: 0.45 }),
  }),
  blood.number('MCV', '平均红细胞体积', {
    ...of('fL', 30, 200, 1),
    names: ['MCV'],
    ranges: forAll({ low: 82, high: 100 }),
  }),
  blood.number('MCH', '平均血红蛋白量', {
    ...of('pg', 5, 80, 1),
    names: ['MCH'],
    ranges: forAll({ low: 27, high: 34 }),
  }),
  blood.number('MCHC', '平均血红蛋白浓度', {
    ...{ ...of('g/L', 100, 600, 0), units: perGram, names: ['MCHC'] },
    ranges: forAll({ low: 316, high: 354 }),
  }),
  liver.number('1742-6', '谷丙转氨酶 ALT', {
    ...{ ...enzyme, ...expected, names: ['ALT', '丙氨酸氨基转移酶', '血清谷丙转氨酶'] },
    ranges: bySex({ low: 9, high: 50 }, { low: 7, high: 40 }),
  }),
  liver.number('1920-8', '谷草转氨酶 AST', {
    ...{ ...enzyme, ...expected, names: ['AST', '天门冬氨酸氨基转移酶', '血清谷草转氨酶'] },
    ranges: bySex({ low: 15, high: 40 }, { low: 13, high: 35 }),
  }),
  liver.number('14631-6', '总胆红素', {
    ...{ ...of('µmol/L', 0, 1000, 1), ...expected, units: { 'mg/dL': 17.1 }, names: ['TBIL'] },
    ranges: bySex({ high: 26 }, { high: 21 }),
  }),
  liver.number('TP', '总蛋白', {
    ...of('g/L', 10, 150, 1),
    units: perGram,
    names: ['TP'],
    ranges: forAll({ low: 65, high: 85 }),
  }),
  liver.number('ALB', '白蛋白', {
    ...of('g/L', 5, 80, 1),
    units: perGram,
    names: ['ALB'],
    ranges: forAll({ low: 40, high: 55 }),
  }),
  kidney.number('14682-9', '肌酐', {
    ...{
      ...of('µmol/L', 5, 3000, 0),
      ...expected,
      units: { 'mg/dL': 88.4 },
      names: ['CREA', 'Cr', '血肌酐', '血清肌酐'],
    },
    ranges: [
      ...byAge(1, { low: 57, high: 97 }, { low: 57, high: 111 }),
      ...byAge(2, { low: 41, high: 73 }, { low: 41, high: 81 }),
    ],
  }),
  kidney.number('22664-7', '尿素', {
    ...{
      ...of('mmol/L', 0.1, 100, 1),
      ...expected,
      units: { 'mg/dL': 0.357 },
      names: ['UREA', 'BUN', '尿素氮', '血尿素氮'],
    },
    ranges: [
      ...byAge(1, { low: 3.1, high: 8 }, { low: 3.6, high: 9.5 }),
      ...byAge(2, { low: 2.6, high: 7.5 }, { low: 3.1, high: 8.8 }),
    ],
  }),
  kidney.number('14933-6', '尿酸', {
    ...{ ...of('µmol/L', 10, 3000, 0), units: { 'mg/dL': 59.48 }, names: ['UA', '血尿酸'] },
    ranges: bySex({ low: 208, high: 428 }, { low: 155, high: 357 }),
  }),
  kidney.number('K', '钾', {
    ...of('mmol/L', 1, 12, 2),
    names: ['K', '血钾'],
    ranges: forAll({ low: 3.5, high: 5.3 }),
  }),
  kidney.number('Na', '钠', {
    ...of('mmol/L', 80, 220, 0),
    names: ['Na', '血钠'],
    ranges: forAll({ low: 137, high: 147 }),
  }),
  kidney.number('Cl', '氯', {
    ...of('mmol/L', 50, 180, 0),
    names: ['Cl', '血氯'],
    ranges: forAll({ low: 99, high: 110 }),
  }),
  glucose.number('14771-0', '空腹血糖', {
    ...{ ...of('mmol/L', 0.6, 40, 1), ...expected, reading: 'glucose', names: ['GLU', 'FPG', '血糖'] },
    ranges: forAll({ low: 3.9, below: 6.1 }),
  }),
  glucose.number('4548-4', '糖化血红蛋白', { ...of('%', 2, 25, 1), names: ['HbA1c'], ranges: forAll({ below: 6.5 }) }),
  glucose.number('14647-2', '总胆固醇 TC', {
    ...{ ...cholesterol, ...expected, names: ['TC', 'CHOL', '总胆固醇'], ranges: forAll({ below: 5.2 }) },
  }),
  glucose.number('14927-8', '甘油三酯 TG', {
    ...{ ...triglyceride, ...expected, names: ['TG', '甘油三酯'], ranges: forAll({ below: 1.7 }) },
  }),
  glucose.number('22748-8', '低密度 LDL-C', {
    ...{
      ...cholesterol,
      ...expected,
      names: ['LDL-C', 'LDL', '低密度脂蛋白', '低密度脂蛋白胆固醇'],
      ranges: forAll({ below: 3.4 }),
    },
  }),
  glucose.number('14646-4', '高密度 HDL-C', {
    ...{
      ...cholesterol,
      ...expected,
      names: ['HDL-C', 'HDL', '高密度脂蛋白', '高密度脂蛋白胆固醇'],
      ranges: forAll({ low: 1 }),
    },
  }),
  urine.text('urineProtein', '尿蛋白', { ...expected, names: ['PRO'] }),
  urine.text('urineGlucose', '尿糖', expected),
  urine.text('urineKetone', '尿酮体', { ...expected, names: ['KET'] }),
  urine.text('urineBlood', '尿潜血', { ...expected, names: ['尿隐血', 'BLD'] }),
  urine.number('urineAlbumin', '尿微量白蛋白', { ...of('mg/dL', 0, 1000, 1), units: { 'mg/L': 0.1 } }),
  urine.text('stoolBlood', '大便潜血', { names: ['粪便隐血'] }),
  urine.text('HBsAg', '乙肝表面抗原', { names: ['HBsAg'] }),
  urine.choice('ecg', '心电图', { ...finding, ...expected, names: ['ECG'] }),
  urine.choice('xray', '胸部X线片', { ...finding, names: ['胸片', '胸透'] }),
  urine.choice('ultrasound', '腹部B超', { ...finding, ...expected, names: ['B超', '腹部超声'] }),
  urine.choice('ultrasoundOther', '其他B超', finding),
  urine.choice('smear', '宫颈涂片', finding),
  urine.text('otherTests', '其他检查'),
];
