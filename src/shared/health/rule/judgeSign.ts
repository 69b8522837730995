import type { JudgedRule, WarningLevel } from './definition.ts';
import { type Firing, silent } from './firing.ts';
import { hoursFrom } from './hours.ts';
import { isFired, judgeRule, type Occasion, type RuleState } from './judgeRule.ts';

/** States of the rules on one sign of a person, by the rule's id. Empty while everything is normal. */
export type SignState = Readonly<Record<string, RuleState>>;

/** The open warning of a person and sign. */
export interface OpenWarning {
  level: WarningLevel;
  /** Health staff or the desk have it. */
  isTaken: boolean;
}

/** The warning that ended last. */
export interface EndedWarning {
  level: WarningLevel;
  /** Ms since 1970. */
  at: number;
}

/** Warnings of a person and sign, as the judge needs them. */
export interface Standing {
  open: OpenWarning | null;
  ended: EndedWarning | null;
}

/** What is to be done. `raise`: a new warning; `lift`: the open one is worse; `again`: another rule fires too; `back`: the sign is back. */
export type Act = Raising | { kind: 'back'; at: number; ends: boolean };

interface Raising {
  kind: 'raise' | 'lift' | 'again';
  rule: JudgedRule;
  firing: Firing;
}

export interface Judged {
  states: SignState;
  standing: Standing;
  acts: Act[];
}

const timeOf = (occasion: Occasion): number => {
  if (occasion.by === 'value') return occasion.sample.at;
  return occasion.by === 'clock' ? occasion.now : (occasion.days.at(-1)?.day ?? 0) * 86_400_000;
};

/** Whether a warning of this level is ended by the sign alone, while nobody has it. */
const endsItself = (level: WarningLevel) => level >= 3;

interface Fired {
  rule: JudgedRule;
  firing: Firing;
  isNew: boolean;
}

const worstOf = (fired: readonly Fired[]) =>
  fired.reduce<Fired | undefined>(
    (worst, one) => (!worst || one.firing.level < worst.firing.level ? one : worst),
    undefined,
  );

/** Returns whether a warning may be raised although another ended a short time ago. */
function isRested({ rule, firing }: Fired, ended: EndedWarning | null, at: number): boolean {
  return !ended || firing.level < ended.level || at >= ended.at + rule.cooldownMinutes * 60_000;
}

function actOf(fired: readonly Fired[], { open, ended }: Standing, at: number): Raising | undefined {
  const worst = worstOf(fired);
  if (!worst) return undefined;
  const { rule, firing } = worst;
  if (!open) return isRested(worst, ended, at) ? { kind: 'raise', rule, firing } : undefined;
  if (firing.level < open.level) return { kind: 'lift', rule, firing };
  const other = fired.find(({ isNew }) => isNew);
  return other && { kind: 'again', rule: other.rule, firing: other.firing };
}

function backOf(standing: Standing, at: number): { act: Act; standing: Standing } | undefined {
  const { open } = standing;
  if (!open) return undefined;
  const ends = !open.isTaken && endsItself(open.level);
  return {
    act: { kind: 'back', at, ends },
    standing: ends ? { open: null, ended: { level: open.level, at } } : standing,
  };
}

interface Round {
  states: Record<string, RuleState>;
  fired: Fired[];
  isBack: boolean;
}

/** Judges by each rule alone. Outside its hours a rule judges no value; what lasts is not followed by the clock. */
function roundOf(
  rules: readonly JudgedRule[],
  states: SignState,
  occasion: Occasion,
  { zone, at }: { zone: string; at: number },
): Round {
  const round: Round = { states: {}, fired: [], isBack: false };
  for (const rule of rules) {
    const former = states[rule.id] ?? null;
    const from = hoursFrom(rule.hours, at, zone);
    const isOff = from === null && rule.kind !== 'lasting';
    const own = occasion.by === 'clock' ? { ...occasion, hoursFrom: from } : occasion;
    const { state, firing, isNew, isBack } = isOff ? silent(former) : judgeRule(rule, former, own);
    if (state) round.states[rule.id] = state;
    if (firing) round.fired.push({ rule, firing, isNew });
    round.isBack ||= isBack;
  }
  return round;
}

/**
 * Judges one sign of a person by all rules that cover the person, on one occasion. Pure: what happens and a try-out are the
 * same judgement.
 * @param at when a night's rules fire, ms; for a value and the clock the occasion's own time
 * @param zone IANA name of the person's project
 */
export function judgeSign(
  rules: readonly JudgedRule[],
  { states: former, standing }: { states: SignState; standing: Standing },
  occasion: Occasion,
  { zone, at = timeOf(occasion) }: { zone: string; at?: number },
): Judged {
  const { states, fired, isBack } = roundOf(rules, former, occasion, { zone, at });
  const act = actOf(fired, standing, at);
  if (act) {
    const level = act.kind === 'again' ? (standing.open?.level ?? act.firing.level) : act.firing.level;
    return {
      states,
      standing: { ...standing, open: { level, isTaken: standing.open?.isTaken ?? false } },
      acts: [act],
    };
  }
  const isQuiet = isBack && rules.every(({ id, kind }) => !states[id] || !isFired(kind, states[id]));
  const back = isQuiet ? backOf(standing, at) : undefined;
  return { states, standing: back?.standing ?? standing, acts: back ? [back.act] : [] };
}
