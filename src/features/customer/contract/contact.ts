import { Id, nullable, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** Contact of a customer with unmasked numbers. */
export const UnmaskedContact = strict({
  id: Id,
  name: Type.String(),
  relation: Type.String(),
  mobile: nullable(Type.String()),
  phone: nullable(Type.String()),
  address: nullable(Type.String()),
  hasKey: Type.Boolean(),
  isEmergency: Type.Boolean(),
  isGuardian: Type.Boolean(),
  order: Type.Integer(),
});
