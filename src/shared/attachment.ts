import { type Static, Type } from '#shared/typebox.ts';
import { Id, strict } from './endpoint.ts';

/** Attachment of a row, e.g. a contract or a notice. */
export const Attachment = strict({ id: Id, name: Type.String(), type: Type.String(), size: Type.Integer() }, '附件');
export type Attachment = Static<typeof Attachment>;
