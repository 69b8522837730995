import { requireCode } from '#features/dictionary/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';
import type { Head } from './form.ts';
import type { Locked } from './locked.ts';

/** Older results are history of other systems. */
const firstDay = '2000-01-01';

function requireDate(date: string, { today, birthDate }: Pick<Locked['customer'], 'today' | 'birthDate'>): void {
  if (date > today) throw invalidField('date', '评估基准日期不能晚于今天', 'future');
  if (date < firstDay || (birthDate !== null && date < birthDate))
    throw invalidField('date', '评估基准日期太早', 'past');
}

/** Validates reason and date of an assessment where a call gives them; throws 400 for the first wrong one. */
export async function requireHead(
  tx: Db,
  customer: Pick<Locked['customer'], 'today' | 'birthDate'>,
  { reason, date }: Partial<Head>,
): Promise<void> {
  if (date !== undefined) requireDate(date, customer);
  if (reason !== undefined) await requireCode(tx, 'assess_reason', reason, 'reason');
}
