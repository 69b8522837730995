import type { OxygenScale } from '../news2.ts';
import type { JudgedRule, WarningLevel } from './definition.ts';
import type { Firing } from './firing.ts';
import { listensTo, type Occasion } from './judgeRule.ts';
import { type Act, judgeSign, type SignState, type Standing } from './judgeSign.ts';
import { dueOf, type LastingState } from './lasting.ts';
import type { DayValue } from './medians.ts';
import type { Point, Sample } from './sample.ts';

/** Usable value of a person for a try-out. */
export interface TriedSample extends Sample {
  /** False: measured with nobody in bed. It is judged by no rule, and is among the values before others. */
  isJudged: boolean;
  /** Value before rounding. */
  raw: number;
}

/** Warning that a rule would have raised. Instants are ms since 1970. */
export interface TriedWarning {
  at: number;
  /** When the sign was back; null: not yet. */
  until: number | null;
  /** The worst. */
  level: WarningLevel;
  /** Of the worst level. */
  firing: Firing;
}

/** Whom the rule is tried on. */
export interface TriedPerson {
  /** IANA name of the person's project. */
  zone: string;
  scale: OxygenScale;
}

/** Values before a sample that the judge is given. */
const windowLength = 24;

/** The judgement of one rule and person as time goes on. */
class Course {
  readonly warnings: TriedWarning[] = [];
  private states: SignState = {};
  private standing: Standing = { open: null, ended: null };
  private readonly rule: JudgedRule;
  private readonly zone: string;

  constructor(rule: JudgedRule, zone: string) {
    this.rule = rule;
    this.zone = zone;
  }

  judge(occasion: Occasion, at?: number): void {
    const { states, standing, acts } = judgeSign(
      [this.rule],
      { states: this.states, standing: this.standing },
      occasion,
      {
        zone: this.zone,
        ...(at !== undefined && { at }),
      },
    );
    this.states = states;
    this.standing = standing;
    for (const act of acts) this.follow(act, at);
  }

  private follow(act: Act, at: number | undefined): void {
    const last = this.warnings.at(-1);
    if (act.kind === 'raise') {
      const { firing } = act;
      this.warnings.push({ at: at ?? firing.at, until: null, level: firing.level, firing });
    } else if (act.kind === 'lift' && last) {
      Object.assign(last, { level: act.firing.level, firing: act.firing });
    } else if (act.kind === 'back' && last) {
      last.until = act.at;
      // Nobody takes it: level 1 and 2, too, end when the sign is back.
      this.standing = { open: null, ended: { level: last.level, at: act.at } };
    }
  }

  /** Judges what lasts by the clock, up to the next value: when it is due, and when the cool-down ends. */
  runClock(until: number): void {
    const state = this.states[this.rule.id] as LastingState | undefined;
    if (this.rule.kind !== 'lasting' || !state || this.standing.open) return;
    const due = dueOf(this.rule.definition.minutes, state);
    const rested = (this.standing.ended?.at ?? 0) + this.rule.cooldownMinutes * 60_000;
    for (const now of new Set([due, Math.max(due, rested)]))
      if (now < until && !this.standing.open) this.judge({ by: 'clock', now, hoursFrom: null, isOnline: true });
  }
}

/** Groups samples of one instant. */
function* instants(samples: readonly TriedSample[]): Generator<TriedSample[]> {
  let group: TriedSample[] = [];
  for (const sample of samples) {
    if (group.length > 0 && group[0]?.at !== sample.at) {
      yield group;
      group = [];
    }
    group.push(sample);
  }
  if (group.length > 0) yield group;
}

/**
 * Returns what a rule of values or of the clock would have raised, by the judgement that runs, alone and taken by nobody.
 * @param samples of the signs that the rule reads, oldest first
 * @param now end of the time, ms since 1970
 */
export function tryRule(
  rule: JudgedRule,
  samples: readonly TriedSample[],
  { zone, scale }: TriedPerson,
  now: number,
): TriedWarning[] {
  const course = new Course(rule, zone);
  const signs = new Set(listensTo(rule));
  const before = new Map<string, Point[]>([...signs].map((sign) => [sign, []]));
  const newest: Record<string, Point> = {};
  const judge = (sample: TriedSample) => {
    const earlier = before.get(sample.metric) ?? [];
    if (sample.isJudged && signs.has(sample.metric))
      course.judge({ by: 'value', sample, before: earlier, newest, scale });
    earlier.push({ at: sample.at, value: sample.raw });
    if (earlier.length > windowLength) earlier.shift();
  };
  for (const group of instants(samples)) {
    course.runClock(group[0]?.at ?? now);
    for (const { metric, at, value, isJudged } of group) if (isJudged) newest[metric] = { at, value };
    for (const sample of group) judge(sample);
  }
  course.runClock(now);
  return course.warnings;
}

/** Day of a person with its value, and when it was there, ms since 1970. */
export interface TriedDay extends DayValue {
  at: number;
}

/**
 * Returns what a rule of days would have raised: each day is judged with those before it.
 * @param days oldest first
 * @param from days that end earlier are judged by nothing, ms since 1970
 */
export function tryDays(rule: JudgedRule, days: readonly TriedDay[], zone: string, from: number): TriedWarning[] {
  const course = new Course(rule, zone);
  for (const [index, { at }] of days.entries())
    if (at >= from) course.judge({ by: 'day', days: days.slice(0, index + 1) }, at);
  return course.warnings;
}
