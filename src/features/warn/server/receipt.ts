import { sql } from 'kysely';
import type { warnApi } from '#features/warn/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireWarn } from './access.ts';

type Api = typeof warnApi;

/**
 * The handler's page has shown what was reported by links: each such step is marked once, and the page of the link says so. The alarm
 * stays as it is: nobody else's page changes. Of anybody but the handler nothing is marked.
 */
export async function confirmWarnReport(
  viewer: Viewer,
  { id, stepIds }: InputOf<Api['confirmWarnReport']>,
): Promise<OutputOf<Api['confirmWarnReport']>> {
  return command(viewer, async ({ tx }) => {
    const row = await requireWarn(viewer, id, tx);
    if (row.handlerId !== viewer.userId) return { confirmed: 0 };
    const marked = await sql`
      update warn_step set data = data || jsonb_build_object('seenAt', now())
      where warn_id = ${id} and id = ${any(stepIds)} and data ? 'linkId' and not data ? 'seenAt'`.execute(tx);
    return { confirmed: Number(marked.numAffectedRows ?? 0) };
  });
}
