import { type Static, Type } from '#shared/typebox.ts';
import { Id, strict } from './endpoint.ts';

/** A paper that hangs on a row: a contract, a notice. */
export const Attachment = strict({ id: Id, name: Type.String(), type: Type.String(), size: Type.Integer() }, '附件');
export type Attachment = Static<typeof Attachment>;
