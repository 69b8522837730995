import { sql } from 'kysely';
import type { deskApi } from '#features/desk/contract.ts';
import { requireWarn } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

/**
 * Marks steps reported by link as shown to the handler, each once; the page of the link then shows it. The warn stays
 * unchanged, so no other page reloads. For other viewers nothing is marked.
 */
export async function confirmWarnReport(
  viewer: Viewer,
  { id, stepIds }: InputOf<(typeof deskApi)['confirmWarnReport']>,
): Promise<OutputOf<(typeof deskApi)['confirmWarnReport']>> {
  return command(viewer, async ({ tx }) => {
    const row = await requireWarn(viewer, id, tx);
    if (row.handlerId !== viewer.userId) return { confirmed: 0 };
    const count = await tx.affected(sql`
      update warn_step set data = data || jsonb_build_object('seenAt', now())
      where warn_id = ${id} and id = ${any(stepIds)} and data ? 'linkId' and not data ? 'seenAt'`);
    return { confirmed: count };
  });
}
