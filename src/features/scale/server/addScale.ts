import { sql } from 'kysely';
import { invalid, invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { json } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { checkDefinition } from '#shared/scale/check/checkDefinition.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';
import { emptyText } from '#shared/scale/text.ts';
import type { scaleApi } from '../contract.ts';

type Api = (typeof scaleApi)['addScale'];

interface StoredScale {
  id: string;
  status: string;
  last: number;
}

/** Returns the definition if the grammar allows it. Throws 400 with the place of each problem. */
export function requireDefinition(input: unknown): ScaleDefinition {
  const { definition, problems } = checkDefinition(input);
  if (!definition) throw invalid(problems.map((problem) => ({ ...problem, rule: 'scale' })));
  return definition;
}

/** Returns the scale of a code with the number of its last version, and locks it; a new one is enabled if it has its texts. */
async function lockScale(tx: Db, viewer: Viewer, definition: ScaleDefinition): Promise<StoredScale> {
  const status = emptyText(definition) ? 'disabled' : 'enabled';
  await sql`
    insert into scale (code, status, created_by) values (${definition.code}, ${status}, ${viewer.userId})
    on conflict (code) do nothing`.execute(tx);
  const stored = await tx.row(sql<Omit<StoredScale, 'last'>>`
    select id::text as id, status from scale where code = ${definition.code} for update`);
  if (!stored) throw new Error('a scale is never deleted');
  const newest = await tx.row(sql<{ last: number }>`
    select coalesce(max(number), 0)::int as last from scale_version where scale_id = ${stored.id}`);
  return { ...stored, last: newest?.last ?? 0 };
}

/** Throws 409 where the version exists, 400 where it is not the next. */
function requireNext(version: number, last: number): void {
  if (version <= last) throw new Problem(409, `该量表已有版本 ${last}，新版本须为 ${last + 1}`);
  if (version > last + 1) throw invalidField('version', `版本须为 ${last + 1}`);
}

/** Adds a scale, or a version of one. Versions that exist never change; one without texts is added to a disabled scale alone. */
export async function addScale(viewer: Viewer, input: InputOf<Api>): Promise<OutputOf<Api>> {
  const definition = requireDefinition(input);
  const { name, licence, version } = definition;
  return command(viewer, async ({ tx }) => {
    const scale = await lockScale(tx, viewer, definition);
    requireNext(version, scale.last);
    const place = emptyText(definition);
    if (scale.status === 'enabled' && place) throw invalidField(place, '启用中的量表须填写每个条目和选项的文字');
    await sql`
      insert into scale_version (scale_id, number, name, licence, definition, created_by)
      values (${scale.id}, ${version}, ${name}, ${licence}, ${json(definition)}, ${viewer.userId})`.execute(tx);
    return { version };
  });
}
