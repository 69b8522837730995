import { WarnStep } from '#features/warn/contract.ts';
import { callResults, keysOf } from '#shared/codes.ts';
import { Id, Instant, post } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const Note = Type.String({ maxLength: 500, title: '备注' });
const Phone = Type.String({ pattern: '^[0-9+*#-]{3,20}$', title: '电话', msg: '号码格式不正确' });

const claim = 'warn:claim';

/** Calls of a warn, each a step of its timeline. */
export const phoneCallApi = {
  addWarnCall: post('/api/warn/addWarnCall', {
    title: '记录呼叫',
    permission: claim,
    input: {
      id: Id,
      contactId: Type.Optional(Id),
      phone: Type.Optional(Phone),
      /** Absent at the dial: the call is recorded before it has a result, and finishWarnCall completes it. */
      result: Type.Optional(Type.Enum(keysOf(callResults), { title: '通话结果' })),
      note: Type.Optional(Note),
      /** Dial time, to which the clock counts; default: now. */
      startedAt: Type.Optional(Type.String({ ...Instant, title: '呼叫时间' })),
      seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, title: '通话秒数' })),
    },
    output: WarnStep,
  }),
  finishWarnCall: post('/api/warn/finishWarnCall', {
    title: '填写通话结果',
    permission: claim,
    input: {
      id: Id,
      /** Step returned by addWarnCall. */
      stepId: Id,
      result: Type.Enum(keysOf(callResults), { title: '通话结果' }),
      note: Type.Optional(Note),
      seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, title: '通话秒数' })),
    },
    output: WarnStep,
  }),
};

export const feature: Feature = { title: '告警', module: 'warn', endpoints: phoneCallApi, screens: [] };
