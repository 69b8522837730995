import { keysOf } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import { ruleKinds } from '#shared/health/rule/definition.ts';
import { ruleSigns } from '#shared/health/rule/words.ts';
import { type Static, Type } from '#shared/typebox.ts';
import { Cooldown, Definition, Hours, Level, RuleScope } from './rule.ts';

/** Longest time that a rule is tried on, days. */
export const maxTriedDays = 30;
/** People who are drawn from a scope. */
export const maxDrawn = 200;

const permission = 'earlyWarning:list';

/** Warning that a rule would have raised. */
const Tried = strict({
  at: Instant,
  /** When the sign was back; null: not yet. */
  until: nullable(Instant),
  level: Level,
  sentence: Type.String(),
});
export type Tried = Static<typeof Tried>;

/** Person with the number of their warnings. */
const Noisy = strict({ id: Id, name: Type.String(), n: Type.Integer() });

/** Result of the job that tries a rule on drawn people. */
export interface TrialResult {
  tried: number;
  raised: number;
  levels: Partial<Record<'1' | '2' | '3' | '4', number>>;
  /** Warnings by day, the oldest first. */
  days: number[];
  /** The ten with most; `former` by the rule in force. */
  people: { id: string; name: string; n: number; former: number | null }[];
  /** The rule in force on the same people; null for a new rule. */
  former: { raised: number; days: number[] } | null;
}

/** Try-out of a rule, and what the rules have raised. */
export const ruleTrialApi = {
  /** Nothing is stored. Health values: each one is in the command log. */
  tryRule: post('/api/earlyWarning/tryRule', {
    title: '预警规则试算',
    permission,
    input: {
      /** The rule in force with which drawn people are compared. */
      id: Type.Optional(Id),
      kind: Type.Enum(keysOf(ruleKinds), { title: '类型' }),
      metric: Type.Enum(keysOf(ruleSigns), { title: '指标' }),
      definition: Definition,
      level: Type.Optional(Level),
      scope: RuleScope,
      hours: Type.Optional(Hours),
      cooldownMinutes: Type.Optional(Cooldown),
      days: Type.Integer({ minimum: 1, maximum: maxTriedDays, title: '天数', msg: `最多试算${maxTriedDays}天` }),
      /** Only this person, whatever the scope. */
      customerId: Type.Optional(Type.String({ ...Id, title: '客户' })),
    },
    /** Of one person the warnings, of a scope the job. */
    output: Type.Union([Type.Array(Tried), strict({ jobId: Id })]),
  }),
  getRuleFigures: post('/api/earlyWarning/getRuleFigures', {
    title: '预警规则成效',
    ...{ permission, change: false },
    input: {
      from: Type.String({ ...Instant, title: '开始时间' }),
      to: Type.String({ ...Instant, title: '结束时间', after: 'from' }),
    },
    /** Of people in the viewer's scope. Rules that raised nothing are absent. */
    output: Type.Array(
      strict({
        id: Id,
        raised: Type.Integer(),
        /** Closed with another result than those of `unneeded`. */
        confirmed: Type.Integer(),
        /** Closed with `equipment_fault`, `tuned` or `none`. */
        unneeded: Type.Integer(),
        ignored: Type.Integer(),
        /** Until the first claim; null: none was claimed. */
        medianSeconds: nullable(Type.Integer()),
        /** The ten with most. */
        people: Type.Array(Noisy, { maxItems: 10 }),
      }),
      { maxItems: 1000 },
    ),
  }),
};
