import { useLeaveQuestion } from '#web/message/useLeaveQuestion.ts';

/** Asks before a logout, and lets the browser ask before it closes the page, while a scale is changed and not saved. */
export function useLeaveWarning(name: string, isChanged: boolean): void {
  useLeaveQuestion(() =>
    isChanged ? { title: `量表「${name || '未命名'}」还没有保存`, text: '退出后没有保存的修改不会保留。' } : undefined,
  );
}
