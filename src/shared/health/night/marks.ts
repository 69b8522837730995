/** Marks of a night (names.md). */
export const nightMarks = {
  no_stages: '设备不提供分期',
  short: '在床不足 3 小时',
  gaps: '覆盖不足 60%',
  two_people: '可能两人同床',
  stage_sum: '分期与睡眠时长不符',
  revised: '定稿后更新',
} as const;
export type NightMark = keyof typeof nightMarks;

/** States of a night: until noon, final, and final without raw values. */
export const nightStates = { open: '未完', done: '定稿', frozen: '已封存' } as const;
