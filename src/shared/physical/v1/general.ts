import type { PhysicalItem } from '../catalogue.ts';
import { bySex, forAll, itemsIn, optionsOf } from './build.ts';

const symptoms = itemsIn('symptoms');
const vitals = itemsIn('vitals');
const build = itemsIn('build');
const self = itemsIn('self');

const expected = { expected: true } as const;
const needed = { ...expected, needed: true } as const;
const count = (max: number) => ({ plausible: { min: 0, max }, decimals: 0 });
const pressure = { unit: 'mmHg', decimals: 0, rounded: 0 } as const;
const systolic = {
  ...{ ...pressure, plausible: { min: 50, max: 300 }, reading: 'systolic' },
  ranges: forAll({ low: 90, high: 139 }),
};
const diastolic = {
  ...{ ...pressure, plausible: { min: 30, max: 160 }, reading: 'diastolic' },
  ranges: forAll({ low: 60, high: 89 }),
};
const screened = optionsOf('negative 阴性', '!positive 阳性');

/** Symptoms and general state (clinical.md 3.2–3.4, 5.3). Vital signs go by their LOINC codes (6.1), the right arm by ours. */
export const generalItems: readonly PhysicalItem[] = [
  symptoms.choice('symptoms', '症状', {
    ...{ ...expected, many: true, note: true },
    options: optionsOf(
      ...['none 无症状', 'headache 头痛', 'dizziness 头晕', 'palpitation 心悸', 'chest_tight 胸闷', 'chest_pain 胸痛'],
      ...['cough_chronic 慢性咳嗽', 'sputum 咳痰', 'dyspnoea 呼吸困难', 'thirst 多饮', 'urine_much 多尿'],
      ...['weight_loss 体重下降', 'fatigue 乏力', 'joint_pain 关节肿痛', 'blurred 视力模糊', 'numbness 手脚麻木'],
      ...['urine_urgent 尿急', 'urine_pain 尿痛', 'constipation 便秘', 'diarrhoea 腹泻', 'vomiting 恶心呕吐'],
      ...['blurred_eyes 眼花', 'tinnitus 耳鸣', 'breast_pain 乳房胀痛', 'other 其他'],
    ),
  }),
  vitals.number('8310-5', '体温', {
    ...{ ...expected, unit: '℃', plausible: { min: 30, max: 45 }, decimals: 1, rounded: 1 },
    ranges: forAll({ low: 36, high: 37.2 }),
  }),
  vitals.number('8867-4', '脉率', {
    ...{ ...expected, names: ['脉搏'], unit: '次/分', plausible: { min: 20, max: 250 }, decimals: 0, rounded: 0 },
    ranges: forAll({ low: 55, high: 95 }),
  }),
  vitals.number('9279-1', '呼吸', {
    ...{ ...expected, names: ['呼吸频率'], unit: '次/分', plausible: { min: 0, max: 60 }, decimals: 0, rounded: 0 },
    ranges: forAll({ low: 12, high: 20 }),
  }),
  vitals.number('8480-6', '收缩压（左）', { ...systolic, ...needed, names: ['收缩压', '左侧收缩压', '高压'] }),
  vitals.number('8462-4', '舒张压（左）', { ...diastolic, ...needed, names: ['舒张压', '左侧舒张压', '低压'] }),
  vitals.number('systolicRight', '收缩压（右）', { ...systolic, names: ['右侧收缩压'] }),
  vitals.number('diastolicRight', '舒张压（右）', { ...diastolic, names: ['右侧舒张压'] }),
  build.number('8302-2', '身高', {
    ...{ ...needed, unit: 'cm', units: { m: 100 }, plausible: { min: 50, max: 250 }, decimals: 1, reading: 'height' },
  }),
  build.number('29463-7', '体重', {
    ...{ ...needed, unit: 'kg', units: { g: 0.001, 斤: 0.5 }, plausible: { min: 20, max: 200 }, decimals: 1 },
    reading: 'weight',
  }),
  build.number('8280-0', '腰围', {
    ...{ ...expected, unit: 'cm', units: { m: 100 }, plausible: { min: 30, max: 200 }, decimals: 1, reading: 'waist' },
    ranges: bySex({ below: 90 }, { below: 85 }),
  }),
  build.number('39156-5', 'BMI', {
    ...{ names: ['体质指数'], unit: 'kg/m²', plausible: { min: 10, max: 60 }, decimals: 2, computed: 'bmi' },
    ranges: forAll({ low: 18.5, below: 24 }),
  }),
  self.choice('selfHealth', '健康状态自评', {
    ...{ ...expected, names: ['健康自评'] },
    options: optionsOf('1 满意', '2 基本满意', '3 说不清楚', '4 不太满意', '5 不满意'),
  }),
  self.choice('selfCare', '生活自理能力自评', {
    ...{ ...expected, names: ['自理能力自评', '自理自评'] },
    options: optionsOf('1 可自理（0–3分）', '!2 轻度依赖（4–8分）', '!3 中度依赖（9–18分）', '!4 不能自理（≥19分）'),
  }),
  self.choice('cognition', '认知功能粗筛', { ...expected, options: screened }),
  self.number('cognitionScore', '简易智力状态检查得分', { ...count(30), unit: '分' }),
  self.choice('mood', '情感状态粗筛', { ...expected, options: screened }),
  self.number('moodScore', '老年抑郁评分得分', { ...count(30), unit: '分' }),
];
