import type { Rung } from '#features/project/contract.ts';
import { notifyChannels } from '#shared/codes.ts';
import { duration } from '#web/data/format.ts';

export const targetWords: Readonly<Record<Rung['target'], string>> = {
  duty: '当班人员',
  leader: '班长',
  manager: '部门负责人',
  admin: '平台管理员',
  contacts: '紧急联系人',
};

/** What a project without a ladder of its own has: the limit once, three and five times over. */
export function defaultLadder(claimSeconds: number): Rung[] {
  return [
    { after: claimSeconds, target: 'leader' },
    { after: claimSeconds * 3, target: 'manager' },
    { after: claimSeconds * 5, target: 'admin' },
  ];
}

/** The way of a level-1 alarm that nobody takes, in sentences by the time at which each is due. All figures in seconds. */
export function ladderSentences(ladder: readonly Rung[], claimSeconds: number, progressSeconds: number): string[] {
  const rungs = ladder.length > 0 ? ladder : defaultLadder(claimSeconds);
  const half = claimSeconds / 2;
  const due = [
    { after: 0, text: '0 秒：范围内所有在岗坐席听到、看到。' },
    {
      after: half,
      text: `${duration(half)}没人接警：派给一名空闲坐席；只有一人在岗时不派，用全部渠道通知本人和班长。`,
    },
    ...rungs.map((rung, index) => ({ after: rung.after, text: rungWords(rung, index) })),
  ].toSorted((a, b) => a.after - b.after);
  return [
    ...due.map(({ text }) => text),
    `接警后 ${duration(progressSeconds)}没有动作：站内通知班长，再过同样久站内通知平台管理员。`,
  ];
}

function rungWords({ after, target, channels = [], instead = [] }: Rung, index: number): string {
  const ways = channels.map((kind) => notifyChannels[kind]).join('、');
  const others = instead.length > 0 ? `，发不出时改用${instead.map((kind) => notifyChannels[kind]).join('、')}` : '';
  const when = after === 0 ? '0 秒' : `${duration(after)}没人接警`;
  if (target === 'contacts') return `${when}：用${ways}通知同意家属共享的客户的紧急联系人${others}。`;
  const also = channels.length > 0 ? `，另用${ways}通知${others}` : '';
  const whom = target === 'duty' ? '当班人员（没有人当班时为班长）' : targetWords[target];
  return `${when}：第 ${index + 1} 次升级，站内通知${whom}${also}。`;
}
