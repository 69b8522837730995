import { WarnRow } from '#features/warn/contract.ts';
import { confirmedBys, falseReasons, keysOf, warnResults } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const Reason = Type.String({ minLength: 1, maxLength: 500, title: '原因' });
const Note = Type.String({ maxLength: 500, title: '备注' });
const FalseCode = Type.Enum(keysOf(falseReasons), { title: '误报原因' });
export const reportLength = 10;
const Report = Type.String({ maxLength: 2000, title: '事件报告' });

const claim = 'warn:claim';
const judge = 'warn:judge';

/**
 * Refusals of closing that lacks a connected call, an arrival or an answer, with the reason in Chinese; empty after
 * closing.
 */
export const ClosingRefused = strict({
  results: Type.Array(strict({ result: Type.Enum(keysOf(warnResults)), why: Type.String() })),
  /** Why 已告知家属 is refused; otherwise null. */
  familyTold: nullable(Type.String()),
});

/** Ends of a warn: 结案, 误报, and 重开. */
export const closingApi = {
  falseWarn: post('/api/warn/falseWarn', {
    title: '误报',
    permission: claim,
    input: {
      id: Id,
      reason: FalseCode,
      confirmedBy: Type.Enum(keysOf(confirmedBys), { title: '由谁核实' }),
      note: Type.Optional(Note),
      incidentReport: Type.Optional(Report),
    },
    output: WarnRow,
  }),
  askFalseWarn: post('/api/warn/askFalseWarn', {
    title: '请班长核实误报',
    permission: claim,
    input: { id: Id, reason: FalseCode, note: Type.Optional(Note), incidentReport: Type.Optional(Report) },
    output: WarnRow,
  }),
  answerFalseWarn: post('/api/warn/answerFalseWarn', {
    title: '答复误报申请',
    permission: judge,
    input: {
      id: Id,
      accept: Type.Boolean({ title: '同意' }),
      note: Type.Optional(Note),
      incidentReport: Type.Optional(Report),
    },
    output: WarnRow,
  }),
  closeWarn: post('/api/warn/closeWarn', {
    title: '结案',
    permission: claim,
    input: {
      id: Id,
      result: Type.Enum(keysOf(warnResults), { title: '处置结果' }),
      note: Type.String({ minLength: 5, maxLength: 500, title: '处理说明', msg: '处理说明至少5个字' }),
      familyTold: Type.Boolean({ title: '已告知家属' }),
      familyNote: Type.Optional(Type.String({ maxLength: 500, title: '未告知家属的原因' })),
      noContactReason: Type.Optional(Type.String({ maxLength: 500, title: '没有联系任何人的原因' })),
      followUpAt: Type.Optional(nullable(Type.String({ ...Instant, title: '回访时间' }))),
      incidentReport: Type.Optional(Report),
    },
    output: WarnRow,
  }),
  reopenWarn: post('/api/warn/reopenWarn', {
    title: '重开',
    permission: 'warn:lead',
    input: { id: Id, reason: Reason },
    output: WarnRow,
  }),
};

export const feature: Feature = { title: '告警', module: 'warn', endpoints: closingApi, screens: [] };
