import { type BenefitEdits, benefit, benefitKinds } from '#features/benefit/contract.ts';
import { forEachItem } from '#server/core/fieldProblems.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { Static } from '#shared/typebox.ts';
import { benefits } from './benefit.ts';

type Edit = Static<typeof BenefitEdits>[number];

interface CustomerVersion {
  id: string;
  version: number;
}

/** Columns with a name other than their field's. */
const columns: Readonly<Record<string, string>> = { numberCipher: 'number', fromDate: 'from' };

function titleOf(column: string): string[] {
  const field = (benefit.fields as Readonly<Record<string, { schema: object }>>)[columns[column] ?? column];
  return field ? [(field.schema as { title?: string }).title ?? column] : [];
}

/** Converts the 409 of a benefit into a conflict of the customer form. */
function conflictOf(problem: Problem, { version }: CustomerVersion, kind: keyof typeof benefitKinds): Problem {
  const data = problem.data as { changes: { field: string }[] };
  const titles = data.changes.flatMap(({ field }) => titleOf(field)).join('、');
  const changes = [{ field: 'benefits', old: null, new: `${benefitKinds[kind]}：${titles || '已修改'}` }];
  return new Problem(409, problem.message, { ...data, version, changes });
}

async function editBenefit(
  ctx: CommandContext,
  viewer: Viewer,
  customer: CustomerVersion,
  { id, version, removed, ...fields }: Edit,
) {
  const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (id === undefined) {
    if (fields.kind === undefined) throw invalidField('kind', '请选择类别', 'required');
    const filled = Object.entries(values).filter(([, value]) => value !== null);
    await benefits.create(ctx, viewer, { ...Object.fromEntries(filled), customerId: customer.id });
    return;
  }
  if (version === undefined) throw invalidField('version', '请填写版本', 'required');
  const row = await benefits.lock(ctx.tx, viewer, id);
  if (row.customerId !== customer.id) throw notFound(benefit.title);
  await benefits.lockVersion(ctx.tx, viewer, { id, version }).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 409 ? conflictOf(error, customer, row.kind) : error;
  });
  if (removed) await benefits.softDelete(ctx, viewer, row);
  else await benefits.update(ctx, viewer, row, values);
}

/**
 * Edits the benefits of a locked customer in the edit's transaction. 400 names the field as `benefits.0.until`; 409
 * when a benefit was edited meanwhile.
 */
export async function editBenefits(
  ctx: CommandContext,
  viewer: Viewer,
  customer: CustomerVersion,
  edits: readonly Edit[],
): Promise<void> {
  await forEachItem('benefits', edits, (edit) => editBenefit(ctx, viewer, customer, edit));
}
