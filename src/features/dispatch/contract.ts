import { WarnStep } from '#features/warn/contract.ts';
import { dispatchKinds, dispatchStates, keysOf } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const Note = Type.String({ maxLength: 500, title: '备注' });
const Phone = Type.String({ pattern: '^[0-9+*#-]{3,20}$', title: '电话', msg: '号码格式不正确' });

const claim = 'warn:claim';

export const WarnDispatch = strict({
  id: Id,
  name: Type.String(),
  phone: nullable(Type.String()),
  kind: Type.Enum(keysOf(dispatchKinds)),
  state: Type.Enum(keysOf(dispatchStates)),
  note: nullable(Type.String()),
  sentAt: Instant,
  arrivedAt: nullable(Instant),
  /** Last position that the responder reported; null also for viewers who may not see the flat. */
  position: nullable(
    strict({ lat: Type.Number(), lng: Type.Number(), accuracy: nullable(Type.Number()), at: Instant }),
  ),
});

/** A service station or community near a position that can send a responder; metres. */
export const Helper = strict({
  name: Type.String(),
  phone: nullable(Type.String()),
  kind: Type.Enum(keysOf(dispatchKinds)),
  distance: nullable(Type.Integer()),
  lat: nullable(Type.Number()),
  lng: nullable(Type.Number()),
});

/** Responders who are sent to a customer. */
export const dispatchApi = {
  dispatchWarn: post('/api/warn/dispatchWarn', {
    title: '派单',
    permission: claim,
    input: {
      id: Id,
      name: Type.String({ minLength: 1, maxLength: 50, title: '派给谁' }),
      phone: Type.Optional(Phone),
      kind: Type.Enum(keysOf(dispatchKinds), { title: '类别' }),
      note: Type.Optional(Note),
    },
    output: WarnStep,
  }),
  updateWarnDispatch: post('/api/warn/updateWarnDispatch', {
    title: '派单进展',
    permission: claim,
    input: {
      id: Id,
      dispatchId: Id,
      state: Type.Enum(keysOf(dispatchStates), { title: '进展' }),
      note: Type.Optional(Note),
    },
    output: WarnStep,
  }),
};

export const feature: Feature = { title: '告警', module: 'warn', endpoints: dispatchApi, screens: [] };
