import type { Selectable } from 'kysely';
import { invalid } from '#server/core/problem.ts';
import type { Project } from '#server/db/tables.ts';
import type { OwnedCounts } from '#server/feature/ownedCounts.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { creditCodeProblem } from './creditCode.ts';

/** Quotas of a contract. */
export interface Terms {
  quotaCustomer?: number | null | undefined;
  quotaEquipment?: number | null | undefined;
}

/** Returns the terms to validate: an unchanged quota is left out, so that a quota already below the use can stay. */
export function termsAfter(input: Terms, previous: Pick<Selectable<Project>, keyof Terms> | null): Terms {
  const { quotaCustomer, quotaEquipment } = input;
  return {
    quotaCustomer: quotaCustomer === previous?.quotaCustomer ? undefined : quotaCustomer,
    quotaEquipment: quotaEquipment === previous?.quotaEquipment ? undefined : quotaEquipment,
  };
}

function termProblems(
  { quotaCustomer, quotaEquipment }: Terms,
  { customers = 0, equipment = 0 }: OwnedCounts,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (typeof quotaCustomer === 'number' && quotaCustomer < customers)
    problems.push({ field: 'quotaCustomer', rule: 'minimum', msg: `客户配额不能小于已有的 ${customers} 人` });
  if (typeof quotaEquipment === 'number' && quotaEquipment < equipment)
    problems.push({ field: 'quotaEquipment', rule: 'minimum', msg: `设备配额不能小于已有的 ${equipment} 台` });
  return problems;
}

function creditProblems(creditCode: string | null | undefined): FieldProblem[] {
  const msg = creditCode ? creditCodeProblem(creditCode) : null;
  return msg ? [{ field: 'creditCode', rule: 'creditCode', msg }] : [];
}

/** Throws 400 naming each wrong field; `placed`: counts of rows in the project. */
export function validateTerms(terms: Terms & { creditCode?: string | null | undefined }, placed: OwnedCounts): void {
  const problems = [...creditProblems(terms.creditCode), ...termProblems(terms, placed)];
  if (problems.length > 0) throw invalid(problems);
}
