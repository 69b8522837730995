import { keysOf, serviceStates } from '#shared/codes.ts';
import { deathCauses, deathPlaces } from '#shared/death.ts';
import { Id, NoData, post } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** Refusal text for changes to a sealed archive. */
export const archiveSealedMessage = '档案已封存，不能修改';

/** Refusal text for another ability level than the one that an assessment set. */
export const assessedLevelMessage = '由评估得出';

const State = Type.Enum(keysOf(serviceStates), { title: '服务状态' });
const Day = (title: string) => Type.String({ format: 'date', title });
const DeathPlace = Type.Enum(keysOf(deathPlaces), { title: '身故地点' });
const Cause = Type.Enum(keysOf(deathCauses), { title: '原因类别' });

/** Calls about a customer's service: its state, its changes and the checklist after its end. */
export const stateApi = {
  updateCustomerState: post('/api/customer/updateCustomerState', {
    title: '变更服务状态',
    permission: 'customer:edit',
    input: {
      id: Id,
      state: State,
      /** First day of the new state; default today. An end of service and a death require a date. */
      date: Type.Optional(Day('日期')),
      reason: Type.Optional(Type.String({ maxLength: 200, title: '原因' })),
      /** For a pause: expected day of return. */
      returnDate: Type.Optional(Day('预计返回')),
      place: Type.Optional(DeathPlace),
      cause: Type.Optional(Cause),
      /** With the end of a service: unbinds the customer's devices. */
      unbind: Type.Optional(Type.Boolean({ title: '解绑设备' })),
      /** Version read by the client: 409 when the customer was changed since. */
      version: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    output: NoData,
  }),
};
