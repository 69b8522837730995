import { Id, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

export const receiptApi = {
  /** Confirms that the handler's page has shown reports by link. */
  confirmWarnReport: post('/api/warn/confirmWarnReport', {
    title: '已看到应答',
    permission: 'warn:claim',
    change: false,
    input: { id: Id, stepIds: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true, title: '应答' }) },
    output: strict({ confirmed: Type.Integer() }),
  }),
};
