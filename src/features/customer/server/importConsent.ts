import type { FileRow } from '#features/import/server/service.ts';
import { keysOf } from '#shared/codes.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { signatureProblems } from './consent.ts';
import { dayIn, meaningOf, partsOf, valueIn } from './importCells.ts';
import type { CustomerInput } from './write.ts';

type Signed = NonNullable<CustomerInput['consent']>[number];

/** Columns of what somebody new has signed, by the field of the call. */
export const consentKeys = {
  purpose: 'consent',
  relation: 'consentRelation',
  signedBy: 'consentBy',
  signedAt: 'consentAt',
  until: 'consentUntil',
} as const;

/** What stands in the cell where nobody has signed. */
const unsigned = new Set(['未取得', '未取得同意', '无']);

/** The instant that a day, or a day and a time of the clocks of China, begins. */
function instantIn(text: string): string {
  const [day = '', time = '00:00'] = text.split(/[ T]/);
  const timestamp = Date.parse(`${dayIn(day)}T${time.padStart(5, '0').slice(0, 5)}:00+08:00`);
  return Number.isNaN(timestamp) ? text : new Date(timestamp).toISOString();
}

/** One paper with the purposes that are ticked on it, as the entry form takes it; undefined where nobody has signed. */
export function consentIn(cells: FileRow['cells'], problems: FieldProblem[]): Signed[] | undefined {
  const purposes = partsOf(cells.consent ?? '').filter((purpose) => !unsigned.has(purpose));
  if (purposes.length === 0) return undefined;
  const relation = cells.consentRelation ? String(meaningOf('consentRelation', cells.consentRelation)) : 'self';
  const signedBy = cells.consentBy ?? (relation === 'self' ? cells.name : undefined);
  const signed = {
    relation,
    ...(signedBy !== undefined && { signedBy }),
    ...(cells.consentAt && { signedAt: instantIn(cells.consentAt) }),
    ...(cells.consentUntil && { until: dayIn(cells.consentUntil) }),
  };
  const all = purposes.map((purpose) => ({ ...signed, purpose: valueIn('consent', purpose) }) as Signed);
  if (!all.some(({ purpose }) => purpose === 'service'))
    problems.push({ field: 'consent', rule: 'service', msg: '请包含「基本服务」的同意' });
  return all;
}

/** What is wrong with the days of a signature, once each of its fields is right. */
export function consentProblems([signed]: readonly Signed[]): FieldProblem[] {
  return signed ? signatureProblems(signed, 'consent.0.') : [];
}

/** The columns that a row fills although they are of use to new people only. */
export function newOnlyColumns(cells: FileRow['cells']): string[] {
  return ['bed', ...keysOf(consentKeys).map((key) => consentKeys[key])].filter((key) => cells[key] !== undefined);
}
