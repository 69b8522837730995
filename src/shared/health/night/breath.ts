const grades = [
  { from: 30, label: '重' },
  { from: 15, label: '中' },
  { from: 5, label: '轻' },
] as const;

/** Returns the grade of an index of breathing events per hour: 正常 below 5, 轻, 中 from 15, 重 from 30. */
export function breathGrade(index: number): string {
  return grades.find(({ from }) => index >= from)?.label ?? '正常';
}

/** Returns events per recorded hour; null without recorded time. */
export function breathIndex(events: number, recordedSeconds: number): number | null {
  return recordedSeconds > 0 ? events / (recordedSeconds / 3600) : null;
}
