import { lockCustomers } from '#features/customer/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { benefits } from './benefit.ts';
import { canImportBenefits, type ImportedBenefit, noPermission } from './importBenefits.ts';

/** Overwrites an existing benefit with the filled cells; the fields that identify it stay. */
async function overwrite(ctx: CommandContext, viewer: Viewer, id: string, input: ImportedBenefit): Promise<void> {
  const row = await benefits.lock(ctx.tx, viewer, id);
  const previous: Readonly<Record<string, unknown>> = { ...row, from: row.fromDate };
  const changes = Object.entries(input).filter(([key, value]) => key !== 'number' && value !== previous[key]);
  // Importing the same file again changes nothing and does not outdate an open form.
  if (changes.length > 0) await benefits.update(ctx, viewer, row, Object.fromEntries(changes));
}

interface ReadyBenefit {
  customerId: string;
  input: ImportedBenefit;
  /** Benefit that is overwritten; null: a new one. */
  objectId: string | null;
}

/** Writes the benefits of a file; returns the ids in order. */
export async function writeBenefits(
  ctx: CommandContext,
  viewer: Viewer,
  rows: readonly ReadyBenefit[],
): Promise<string[]> {
  if (!canImportBenefits(viewer)) throw new Problem(403, noPermission);
  // Locks all customers in one order, like every call that locks several.
  await lockCustomers(ctx.tx, viewer, [...new Set(rows.map(({ customerId }) => customerId))]);
  const ids: string[] = [];
  for (const { customerId, input, objectId } of rows) {
    if (objectId === null) {
      const { id } = await benefits.create(ctx, viewer, { ...input, customerId });
      ids.push(id);
      continue;
    }
    await overwrite(ctx, viewer, objectId, input);
    ids.push(objectId);
  }
  return ids;
}
