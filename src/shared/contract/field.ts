import { Type } from '#shared/typebox.ts';
import { Id, nullable, post, strict } from '../endpoint.ts';

/** Endpoint behind every masked value; shared, as any screen can show masked values. */
export const fieldApi = {
  revealField: post('/api/field/revealField', {
    title: '查看明文',
    permission: 'pii:reveal',
    input: {
      object: Type.String({ pattern: '^[a-z][a-zA-Z]{0,30}$', title: '对象' }),
      id: Id,
      field: Type.String({ pattern: '^[a-z][a-zA-Z]{0,30}$', title: '字段' }),
      reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200, title: '原因' })),
    },
    output: strict({ value: nullable(Type.String()) }),
  }),
};
