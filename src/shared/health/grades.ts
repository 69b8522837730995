/** Grade of a blood pressure (clinical.md 3.2). */
export type PressureGrade = 'normal' | 'high_normal' | 'grade_1' | 'grade_2' | 'grade_3';

export const pressureGrades = {
  normal: '正常',
  high_normal: '正常高值',
  grade_1: '1 级',
  grade_2: '2 级',
  grade_3: '3 级',
} as const satisfies Record<PressureGrade, string>;

/** Returns the index of the last edge that a value reaches. */
const reached = (value: number, edges: readonly number[]) => edges.filter((edge) => value >= edge).length;

const order = Object.keys(pressureGrades) as PressureGrade[];

/**
 * Returns the grade of a pressure measured in an office, mmHg: the worse one of both values; `isolated` where one alone is
 * high. Null where the diastolic value is not below the systolic one.
 */
export function pressureGrade(
  systolic: number,
  diastolic: number,
): { grade: PressureGrade; isolated: 'systolic' | 'diastolic' | null } | null {
  if (diastolic >= systolic) return null;
  const place = Math.max(reached(systolic, [120, 140, 160, 180]), reached(diastolic, [80, 90, 100, 110]));
  const isolated =
    systolic >= 140 && diastolic < 90 ? 'systolic' : systolic < 140 && diastolic >= 90 ? 'diastolic' : null;
  return { grade: order[place] ?? 'grade_3', isolated };
}

/** Returns whether a pressure measured at home is high (clinical.md 3.2). */
export function isHighAtHome(systolic: number, diastolic: number): boolean {
  return systolic >= 135 || diastolic >= 85;
}

export const bmiGrades = ['过低', '正常', '超重', '肥胖'] as const;

/** Returns the grade of an unrounded BMI (WS/T 428). */
export function bmiGrade(bmi: number): (typeof bmiGrades)[number] {
  return bmiGrades[reached(bmi, [18.5, 24, 28])] ?? '肥胖';
}

export const glucoseGrades = ['正常', '糖调节受损', '达糖尿病界值'] as const;

/** Returns the grade of an unrounded glucose, mmol/L, fasting or two hours after a meal. */
export function glucoseGrade(glucose: number, meal: 'fasting' | 'after_2h'): (typeof glucoseGrades)[number] {
  return glucoseGrades[reached(glucose, meal === 'fasting' ? [6.1, 7] : [7.8, 11.1])] ?? '达糖尿病界值';
}
