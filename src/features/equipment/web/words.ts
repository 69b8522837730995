/** Kinds of readings in words, with their units (names.md, codes). */
export const readingWords: Readonly<Record<string, readonly [word: string, unit: string]>> = {
  heart_rate: ['心率', '次/分'],
  breath_rate: ['呼吸', '次/分'],
  systolic: ['收缩压', 'mmHg'],
  diastolic: ['舒张压', 'mmHg'],
  spo2: ['血氧', '%'],
  humidity: ['湿度', '%'],
  temperature: ['体温', '℃'],
  room_temperature: ['室温', '℃'],
  glucose: ['血糖', 'mmol/L'],
  weight: ['体重', 'kg'],
  height: ['身高', 'cm'],
  waist: ['腰围', 'cm'],
  steps: ['步数', '步'],
  rollovers: ['翻身', '次'],
  in_bed: ['在床', ''],
  motion: ['活动', ''],
};
