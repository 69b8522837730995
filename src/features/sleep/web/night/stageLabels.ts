/** Labels of the stages by their code. */
export const stageLabels: Readonly<Record<number, string>> = { 0: '清醒', 1: '浅睡', 2: '深睡', 3: 'REM', 4: '睡着' };

/** Lanes from top to bottom, with the stages in them; a device that only says asleep uses that of light sleep. */
export const lanes = [
  { key: 'awake', label: '清醒', stages: [0] },
  { key: 'rem', label: 'REM', stages: [3] },
  { key: 'light', label: '浅睡', stages: [1, 4] },
  { key: 'deep', label: '深睡', stages: [2] },
] as const;
