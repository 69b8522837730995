import { sql } from 'kysely';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { hasText } from '#shared/scale/text.ts';
import type { scaleApi } from '../contract.ts';
import { scaleVersion } from './version.ts';

type Api = (typeof scaleApi)['updateScaleStatus'];

/** Enables or disables a scale for new assessments; returns its newest version. Throws 409 for one without the texts of its items. */
export async function updateScaleStatus(viewer: Viewer, { code, status }: InputOf<Api>): Promise<OutputOf<Api>> {
  return command(viewer, async ({ tx }) => {
    const stored = await tx.row(sql<{ id: string }>`select id::text as id from scale where code = ${code} for update`);
    const newest = stored && (await scaleVersion(tx, code));
    if (!newest) throw notFound('量表');
    if (status === 'enabled' && !hasText(newest.definition))
      throw new Problem(409, '该量表没有条目文字：取得授权后先填入文字，保存为新版本');
    await sql`update scale set status = ${status} where id = ${stored.id} and status <> ${status}`.execute(tx);
    return { version: newest.number };
  });
}
