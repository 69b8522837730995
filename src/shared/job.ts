/** States of a job (names.md) with the words the screens use for them. */
export const jobStates = {
  waiting: '排队中',
  running: '进行中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
} as const;
export type JobStateCode = keyof typeof jobStates;
