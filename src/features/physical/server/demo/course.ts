import type { GivenItem } from '#shared/physical/entered.ts';

/** Numbers of an examination: value of the newest year, change a year back, and how far people differ. */
const numbers: Readonly<Record<string, readonly [newest: number, back: number, spread: number, decimals: number]>> = {
  '8310-5': [36.5, 0, 0.3, 1],
  '8867-4': [72, -1, 9, 0],
  '9279-1': [17, 0, 2, 0],
  '8480-6': [146, -3, 12, 0],
  '8462-4': [84, -1, 6, 0],
  systolicRight: [148, -3, 12, 0],
  diastolicRight: [85, -1, 6, 0],
  '8302-2': [158, 0.3, 7, 0],
  '29463-7': [60, 0.4, 9, 1],
  '8280-0': [84, -0.5, 6, 0],
  exerciseMinutes: [40, 0, 20, 0],
  visionLeft: [0.6, 0.1, 0.2, 1],
  visionRight: [0.7, 0.1, 0.2, 1],
  heartRate: [74, -1, 9, 0],
  '718-7': [124, 2, 12, 0],
  '6690-2': [5.9, 0.1, 1.5, 1],
  '777-3': [190, 4, 45, 0],
  '1742-6': [20, 1, 9, 0],
  '1920-8': [24, 0, 7, 0],
  '14631-6': [12.6, -0.3, 4, 1],
  '14682-9': [76, -2, 16, 0],
  '22664-7': [6.4, -0.2, 1.4, 1],
  '14771-0': [6.0, -0.2, 0.7, 1],
  '14647-2': [5.2, -0.1, 0.7, 1],
  '14927-8': [1.5, 0, 0.5, 1],
  '22748-8': [3.2, -0.1, 0.6, 1],
  '14646-4': [1.3, 0, 0.2, 1],
};

/** Options and words that nearly all have. */
const usual: Readonly<Record<string, string>> = {
  symptoms: 'none',
  selfHealth: '2',
  selfCare: '1',
  cognition: 'negative',
  mood: 'negative',
  exercise: 'daily',
  diet: 'balanced',
  smoking: 'none',
  drinking: 'none',
  exposure: 'none',
  lips: 'ruddy',
  teeth: 'missing',
  throat: 'none',
  hearing: 'clear',
  motion: 'able',
  skin: 'normal',
  sclera: 'normal',
  lymph: 'none',
  barrelChest: 'none',
  breathSounds: 'normal',
  rales: 'none',
  rhythm: 'regular',
  murmur: 'none',
  tenderness: 'none',
  mass: 'none',
  liverSize: 'none',
  spleenSize: 'none',
  dullness: 'none',
  oedema: 'none',
  footPulse: 'equal',
  urineProtein: '阴性',
  urineGlucose: '阴性',
  urineKetone: '阴性',
  urineBlood: '阴性',
  ecg: 'normal',
  ultrasound: 'normal',
  brain: 'none',
  renal: 'none',
  cardiac: 'none',
  vessels: 'none',
  eyes: 'none',
  nerves: 'none',
  otherProblems: 'none',
  admissions: 'none',
  homeBed: 'none',
  medicines: 'yes',
  adherence: 'regular',
  vaccinations: 'none',
  evaluation: 'abnormal',
  guidance: 'chronic',
  riskControl: 'diet,exercise',
};

/** What some people have instead. */
const unusual: readonly (readonly [code: string, text: string, note?: string])[] = [
  ['ecg', 'abnormal', '窦性心律，ST-T 轻度改变'],
  ['hearing', 'unclear'],
  ['ultrasound', 'abnormal', '轻度脂肪肝'],
  ['cardiac', 'other', '冠心病，支架术后'],
  ['eyes', 'cataract'],
  ['urineProtein', '±'],
  ['oedema', 'both'],
  ['symptoms', 'dizziness'],
];

/** Returns a repeatable fraction between -1 and 1. */
const swing = (seed: number) => ((seed * 2_654_435_761) % 2001) / 1000 - 1;

/**
 * Returns the results of a demo person's examination.
 * @param person number of the person
 * @param back years before the newest examination
 */
export function courseOf(person: number, back: number): GivenItem[] {
  const values = Object.entries(numbers).map(([code, [newest, change, spread, decimals]], place): GivenItem => {
    const own = swing(person * 97 + place) * spread + swing(person * 31 + place + back * 7) * spread * 0.15;
    return { code, value: Number(Math.max(newest + own + back * change, 0.1).toFixed(decimals)) };
  });
  const others = unusual.filter((_one, place) => (person + place) % 5 === 0);
  const words = Object.entries(usual).map(([code, text]): GivenItem => {
    const [, instead, note] = others.find(([of]) => of === code) ?? [];
    return { code, text: instead ?? text, ...(note && { note }) };
  });
  return [...values, ...words];
}

/** Results of the newest examination of the person in the pictures, a draft in which some are still empty. */
export const picturedItems: readonly GivenItem[] = [
  ...courseOf(1, 0).filter(
    ({ code }) => !['4548-4', 'ultrasound', 'urineBlood', 'evaluation', 'guidance', 'riskControl'].includes(code),
  ),
  { code: '8480-6', value: 150 },
  { code: '8462-4', value: 84 },
  { code: '8280-0', value: 86 },
  { code: '718-7', value: 118 },
  { code: '6690-2', value: 5.8 },
  { code: '777-3', value: 186 },
  { code: '1742-6', value: 18 },
  { code: '1920-8', value: 24 },
  { code: '14631-6', value: 12.4 },
  { code: '14682-9', value: 78 },
  { code: '22664-7', value: 6.9 },
  { code: '14771-0', value: 6.4 },
  { code: '14647-2', value: 5.6 },
  { code: '14927-8', value: 1.5 },
  { code: '22748-8', value: 3.6 },
  { code: '14646-4', value: 1.3 },
  { code: 'hearing', text: 'unclear' },
  { code: 'urineGlucose', text: '±' },
  { code: 'ecg', text: 'abnormal', note: '窦性心律，ST-T 轻度改变' },
  { code: 'cardiac', text: 'other', note: '冠心病，支架 2021' },
];
