import { dispatchKinds, dispatchStates, keysOf } from '#shared/codes.ts';
import { Id, Instant, list, nullable, span, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** Responders on the way (在路上), who report by their link. */
export const responderApi = {
  getAppList: list('/api/location/getAppList', {
    title: '在路上',
    permission: 'location:app',
    filters: {
      warnId: Type.Optional(Id),
      kind: Type.Optional(Type.Array(Type.Enum(['responder']), { maxItems: 1, title: '类别' })),
      /** When they were sent. */
      ...span,
    },
    sort: ['at'],
    row: strict({
      id: Id,
      name: Type.String(),
      /** Masked without `pii:reveal`. */
      phone: nullable(Type.String()),
      kind: Type.Enum(keysOf(dispatchKinds)),
      warnId: Id,
      customerId: nullable(Id),
      customerName: nullable(Type.String()),
      state: Type.Enum(keysOf(dispatchStates)),
      /** When the position was reported; null without one. */
      at: nullable(Instant),
      lat: nullable(Type.Number()),
      lng: nullable(Type.Number()),
      accuracy: nullable(Type.Number()),
      /** Opening the link and reporting is the agreement. */
      consent: Type.Enum(['link']),
      sentAt: Instant,
    }),
  }),
};
