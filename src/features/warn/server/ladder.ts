import type { Rung } from '#features/project/contract.ts';
import { defaultLevel, notifyChannels, type WarnLevel, type WarnType } from '#shared/codes.ts';

/** Limits of a project in seconds; the ladder counts from the warn's reception. */
export interface ProjectLimits {
  id: string;
  timeZone: string;
  claimSeconds: number;
  progressSeconds: number;
  ladder: Rung[];
  warnLevels: Partial<Record<WarnType, WarnLevel>>;
}

/** Rung with its index: 0 offers the warn to an idle seat, 1 and above raise `escalation`. */
export interface DueRung {
  rung: number;
  /** Seconds after the start of the waiting. */
  after: number;
  target: 'seat' | Rung['target'];
  name: string;
}

/** Returns the level of a warn in its project. A level above its type's default, or set by a user, stays. */
export function levelIn(
  project: Pick<ProjectLimits, 'warnLevels'> | undefined,
  warn: { type: WarnType; level: WarnLevel; createdBy: string | null },
): WarnLevel {
  if (warn.createdBy !== null || warn.level !== defaultLevel[warn.type]) return warn.level;
  return project?.warnLevels[warn.type] ?? warn.level;
}

/** Returns the most urgent level of several raises. */
export const mostUrgent = (presses: readonly { level: WarnLevel }[]) =>
  Math.min(...presses.map(({ level }) => level)) as WarnLevel;

/**
 * Factors of the limits: level 2 waits three times, level 3 ten times as long; level 4 has no ladder (domain.md 7.4).
 */
const slower: Record<WarnLevel, number | null> = { 1: 1, 2: 3, 3: 10, 4: null };

const targetNames = {
  seat: '派给空闲坐席',
  duty: '站内通知当班人员',
  leader: '站内通知班长',
  manager: '站内通知部门负责人',
  admin: '站内通知平台管理员',
  contacts: '通知紧急联系人',
} as const;

/** Returns the label of a target. For an unregistered number it includes device staff in addition to the leader. */
export function targetName(target: DueRung['target'], unknownNumber = false): string {
  return unknownNumber && target === 'leader' ? '通知班长和运维' : targetNames[target];
}

/** Returns the seconds within which a warn of this level should be claimed; level 4 (no ladder) counts as level 3. */
export function claimLimit(claimSeconds: number, level: WarnLevel): number {
  return claimSeconds * (slower[level] ?? 10);
}

/**
 * Number of the rung that marks an unclaimed warn as overdue at its limit: negative and one per level, because a further
 * press may raise the level. It notifies nobody and leaves no step.
 */
export const lateRung = (level: WarnLevel) => -level;

/** Whether the timer marks its warn as overdue. */
export const isLateRung = ({ kind, rung }: Pick<Timer, 'kind' | 'rung'>) => kind === 'claim' && rung < 0;

/**
 * Returns the timer that marks an unclaimed warn as overdue, also of level 4. Its name is a target, because a node of
 * the former version reads it as a rung of the ladder.
 */
export function lateTimer({ claimSeconds }: Pick<ProjectLimits, 'claimSeconds'>, level: WarnLevel): ArmedRung {
  return { rung: lateRung(level), name: 'leader', after: claimLimit(claimSeconds, level) };
}

/** Rung to arm: `after` counts from the start of the waiting, for the late rung from the reception, seconds. */
export interface ArmedRung {
  rung: number;
  name: string;
  after: number;
}

/** Returns the rungs for an unclaimed warn. A project without a ladder uses claimSeconds ×1, ×3, ×5. */
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

/**
 * Returns the channels of a target in addition to the inbox: those of the rung, else of the first rung with this
 * target.
 */
export function channelsOfRung(limits: Pick<ProjectLimits, 'ladder'>, target: Rung['target'], rung: number | null) {
  const ownRung = rung === null ? undefined : limits.ladder[rung - 1];
  const { channels = [], instead = [] } =
    ownRung ?? limits.ladder.find((candidate) => candidate.target === target) ?? {};
  return { channels, instead };
}

/** Returns the labels of the channels. */
export const channelNames = ({ channels }: ReturnType<typeof channelsOfRung>) =>
  channels.map((kind) => notifyChannels[kind]).join('、');

/**
 * Returns what a due rung will do: 「站内通知班长，另用短信通知」.
 * @param rung its index in the ladder; null: a stall or a missing arrival
 */
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

/** Returns the target of the n-th stall of a claimed warn: the leader, then the platform's administrator. */
export function progressTarget(rung: number): 'leader' | 'admin' {
  return rung === 1 ? 'leader' : 'admin';
}

/** Timer of a warn, as stored. */
export interface Timer {
  warnId: string;
  kind: 'claim' | 'progress' | 'arrival' | 'receiver' | 'offer';
  rung: number;
  name: string;
  /** Whether the rung fell due while no server ran. */
  missed?: boolean;
}
