import type { ReadyRow } from '#features/import/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { benefits } from './benefit.ts';
import { type BenefitData, canImportBenefits, noPermission } from './importBenefits.ts';
import { writtenCustomers } from '#features/customerImport/server/importOwner.ts';
import { lockCustomers } from '#features/customer/server/lockCustomer.ts';

/** Overwrites an existing benefit with the filled cells; the fields that identify it stay. */
async function overwrite(ctx: CommandContext, viewer: Viewer, id: string, input: BenefitData['input']): Promise<void> {
  const row = await benefits.lock(ctx.tx, viewer, id);
  const previous: Readonly<Record<string, unknown>> = { ...row, from: row.fromDate };
  const changes = Object.entries(input).filter(([key, value]) => key !== 'number' && value !== previous[key]);
  // Importing the same file again changes nothing and does not outdate an open form.
  if (changes.length > 0) await benefits.update(ctx, viewer, row, Object.fromEntries(changes));
}

/** Writes the benefits of known customers and of customers already written from the file; returns the ids in order. */
export async function writeBenefits(
  ctx: CommandContext,
  viewer: Viewer,
  rows: readonly ReadyRow[],
  jobId: string,
): Promise<string[]> {
  if (!canImportBenefits(viewer)) throw new Problem(403, noPermission);
  const ownerRows = rows.flatMap(({ data }) => (data as BenefitData).ownerRow ?? []);
  const written = await writtenCustomers(ctx.tx, jobId, ownerRows);
  const owners = rows.map(({ data }) => {
    const { customerId, ownerRow } = data as BenefitData;
    const owner = customerId ?? written.get(ownerRow ?? -1);
    if (!owner) throw new Problem(409, '对应的客户没有导入');
    return owner;
  });
  // Locks all customers in one order, like every call that locks several.
  await lockCustomers(ctx.tx, viewer, [...new Set(owners)]);
  const ids: string[] = [];
  for (const [index, { action, data, objectId }] of rows.entries()) {
    const { input } = data as BenefitData;
    if (action === 'insert') {
      const { id } = await benefits.create(ctx, viewer, { ...input, customerId: owners[index] });
      ids.push(id);
      continue;
    }
    await overwrite(ctx, viewer, objectId ?? '0', input);
    ids.push(objectId ?? '0');
  }
  return ids;
}
