import { Type } from 'typebox';
import { Id, type Permission, post, strict } from './endpoint.ts';

/** Limits of an upload (domain.md 3.6). */
export const mostImportRows = 20_000;

export const duplicatePolicies = { skip: '跳过已有', overwrite: '覆盖已有' } as const;
export type DuplicatePolicy = keyof typeof duplicatePolicies;

/** The upload of a workbook: answers a job whose rows are then looked at (`/api/import/getImportPreview`) and confirmed. */
export function importOf(path: string, def: { title: string; permission: Permission }) {
  return post(path, {
    title: def.title,
    permission: def.permission,
    upload: true,
    input: {
      /** What to do with somebody who is known already; `overwrite` changes only the cells that are filled. */
      duplicates: Type.Optional(Type.Enum(['skip', 'overwrite'], { title: '重复数据' })),
    },
    output: strict({ jobId: Id }),
  });
}

/** The empty workbook that an import reads, with its instructions. */
export function templateOf(path: string, def: { title: string; permission: Permission }) {
  return post(path, {
    title: def.title,
    permission: def.permission,
    change: false,
    input: {},
    output: strict({ fileId: Id }),
  });
}
