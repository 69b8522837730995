import type { Rung } from '#features/project/contract.ts';
import { defaultLevel, notifyChannels, type WarnLevel, type WarnType } from '#shared/codes.ts';

/** Limits of a project in seconds; the ladder counts from the alarm's arrival. */
export interface ProjectLimits {
  id: string;
  timeZone: string;
  claimSeconds: number;
  progressSeconds: number;
  ladder: Rung[];
  warnLevels: Partial<Record<WarnType, WarnLevel>>;
}

/** A rung with its place: 0 offers the alarm to an idle seat, 1 and on raise `escalation`. */
export interface DueRung {
  rung: number;
  /** Seconds after the waiting began. */
  after: number;
  target: 'seat' | Rung['target'];
  name: string;
}

/** The level of an alarm in its project. What came in more urgent than its kind is, or was set by a person, keeps its own. */
export function levelIn(
  project: Pick<ProjectLimits, 'warnLevels'> | undefined,
  warn: { type: WarnType; level: WarnLevel; createdBy: string | null },
): WarnLevel {
  if (warn.createdBy !== null || warn.level !== defaultLevel[warn.type]) return warn.level;
  return project?.warnLevels[warn.type] ?? warn.level;
}

/** Level 2 waits three times, level 3 ten times as long; level 4 climbs nothing (domain.md 7.4). */
const slower: Record<WarnLevel, number | null> = { 1: 1, 2: 3, 3: 10, 4: null };

const targetNames = {
  seat: '派给空闲坐席',
  duty: '站内通知当班人员',
  leader: '站内通知班长',
  manager: '站内通知部门负责人',
  admin: '站内通知平台管理员',
  contacts: '通知紧急联系人',
} as const;

/** What a target is called on the screens. Of an unregistered number's alarm device staff are told beside the leader. */
export function targetName(target: DueRung['target'], unknownNumber = false): string {
  return unknownNumber && target === 'leader' ? '通知班长和运维' : targetNames[target];
}

/** Seconds within which an alarm of a level is to be taken; level 4, which climbs nothing, is given as long as level 3. */
export function claimLimit(claimSeconds: number, level: WarnLevel): number {
  return claimSeconds * (slower[level] ?? 10);
}

/** The rungs for an alarm that nobody takes. Without a ladder of its own a project has claimSeconds ×1, ×3, ×5. */
export function claimLadder(limits: ProjectLimits, level: WarnLevel): DueRung[] {
  const factor = slower[level];
  if (factor === null) return [];
  const rungs = limits.ladder.length > 0 ? limits.ladder : defaultLadder(limits.claimSeconds);
  const claimRungs = rungs.map(
    (step, index): DueRung => ({
      rung: index + 1,
      after: step.after * factor,
      target: step.target,
      name: targetNames[step.target],
    }),
  );
  const first: DueRung = { rung: 0, after: (limits.claimSeconds * factor) / 2, target: 'seat', name: targetNames.seat };
  return [first, ...claimRungs];
}

function defaultLadder(claimSeconds: number): Rung[] {
  return [
    { after: claimSeconds, target: 'leader' },
    { after: claimSeconds * 3, target: 'manager' },
    { after: claimSeconds * 5, target: 'admin' },
  ];
}

/** By which channels a target is told beside the inbox: as the rung says, else as the first rung with that target does. */
export function channelsOfRung(limits: Pick<ProjectLimits, 'ladder'>, target: Rung['target'], rung: number | null) {
  const ownRung = rung === null ? undefined : limits.ladder[rung - 1];
  const { channels = [], instead = [] } =
    ownRung ?? limits.ladder.find((candidate) => candidate.target === target) ?? {};
  return { channels, instead };
}

/** The channels by name. */
export const channelNames = ({ channels }: ReturnType<typeof channelsOfRung>) =>
  channels.map((kind) => notifyChannels[kind]).join('、');

/** What a due rung will do, on the screens: 「站内通知班长，另用短信通知」. @param rung its place in the ladder; null: a stall, or nobody there */
export function nextRungText(
  target: DueRung['target'],
  ladder: Rung[],
  rung: number | null,
  unknownNumber: boolean,
): string {
  const whom = targetName(target, unknownNumber);
  if (target === 'seat') return whom;
  const rungChannels = channelsOfRung({ ladder }, target, rung);
  if (rungChannels.channels.length === 0) return whom;
  return target === 'contacts'
    ? `用${channelNames(rungChannels)}${whom}`
    : `${whom}，另用${channelNames(rungChannels)}通知`;
}

/** Whom the n-th stall of a taken alarm is told: the leader, then the platform's administrator. */
export function progressTarget(rung: number): 'leader' | 'admin' {
  return rung === 1 ? 'leader' : 'admin';
}
