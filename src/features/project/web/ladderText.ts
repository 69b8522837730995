import { ladderTargets, type Rung } from '#features/project/contract.ts';
import { notifyChannels } from '#shared/codes.ts';
import { duration } from '#web/data/format.ts';

/** Returns the default ladder: rungs at 1, 3 and 5 times the claim limit. */
export function defaultLadder(claimSeconds: number): Rung[] {
  return [
    { after: claimSeconds, target: 'leader' },
    { after: claimSeconds * 3, target: 'manager' },
    { after: claimSeconds * 5, target: 'admin' },
  ];
}

/** Returns sentences on the escalation of an unclaimed level-1 warn, by due time. All inputs in seconds. */
export function ladderSentences(ladder: readonly Rung[], claimSeconds: number, progressSeconds: number): string[] {
  const rungs = ladder.length > 0 ? ladder : defaultLadder(claimSeconds);
  const half = claimSeconds / 2;
  const rungOf = (target: Rung['target']) => rungs.find((rung) => rung.target === target);
  const due = [
    { after: 0, text: '0 秒：范围内所有在岗坐席听到、看到。' },
    {
      after: half,
      text: `${duration(half)}没人接警：派给一名空闲坐席；只有一人在岗时不派，用全部渠道通知本人和班长。`,
    },
    ...rungs.map((rung, index) => ({ after: rung.after, text: rungText(rung, climbs(rungs.slice(0, index + 1))) })),
  ].toSorted((a, b) => a.after - b.after);
  return [
    ...due.map(({ text }) => text),
    `接警后 ${duration(progressSeconds)}没有动作：站内通知班长${alsoBy(rungOf('leader'))}，再过同样久站内通知平台管理员${alsoBy(rungOf('admin'))}。`,
  ];
}

/** Counts the rungs that raise `escalation`; rungs for contacts do not. */
const climbs = (rungs: readonly Rung[]) => rungs.filter(({ target }) => target !== 'contacts').length;

const names = (kinds: Rung['channels'] = []) => kinds.map((kind) => notifyChannels[kind]).join('、');

const otherwise = ({ instead = [] }: Rung) => (instead.length > 0 ? `，发不出时改用${names(instead)}` : '');

const alsoBy = (rung?: Rung) => (rung?.channels?.length ? `，另用${names(rung.channels)}通知${otherwise(rung)}` : '');

function rungText(rung: Rung, nth: number): string {
  const { after, target, channels } = rung;
  const when = after === 0 ? '0 秒' : `${duration(after)}没人接警`;
  if (target === 'contacts')
    return `${when}：用${names(channels)}通知同意家属共享的客户的紧急联系人${otherwise(rung)}。`;
  const whom = target === 'duty' ? '当班人员（没有人当班时为班长）' : ladderTargets[target];
  return `${when}：第 ${nth} 次升级，站内通知${whom}${alsoBy(rung)}。`;
}
