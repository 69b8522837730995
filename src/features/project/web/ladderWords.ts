import type { Rung } from '#features/project/contract.ts';
import { duration } from '#web/data/format.ts';

export const targetWords: Readonly<Record<Rung['target'], string>> = {
  leader: '班长',
  manager: '部门负责人',
  admin: '平台管理员',
};

/** What a project without a ladder of its own has: the limit once, three and five times over. */
export function defaultLadder(claimSeconds: number): Rung[] {
  return [
    { after: claimSeconds, target: 'leader' },
    { after: claimSeconds * 3, target: 'manager' },
    { after: claimSeconds * 5, target: 'admin' },
  ];
}

/** The way of a level-1 alarm that nobody takes, in sentences. All figures in seconds. */
export function ladderSentences(ladder: readonly Rung[], claimSeconds: number, progressSeconds: number): string[] {
  const rungs = ladder.length > 0 ? ladder : defaultLadder(claimSeconds);
  return [
    '0 秒：范围内所有在岗坐席听到、看到。',
    `${duration(claimSeconds / 2)}没人接警：派给一名空闲坐席。`,
    ...rungs.map(
      ({ after, target }, index) =>
        `${duration(after)}没人接警：第 ${index + 1} 次升级，站内通知${targetWords[target]}。`,
    ),
    `接警后 ${duration(progressSeconds)}没有动作：站内通知班长，再过同样久站内通知平台管理员。`,
  ];
}
