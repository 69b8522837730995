import type { Consents } from '#features/consent/contract.ts';
import { dayIn, type FileRow, meantBy, partsOf } from '#features/import/server/service.ts';
import { consentPurposes, keysOf } from '#shared/codes.ts';
import { coded } from '#shared/dictionary.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { field } from '#shared/resourceField.ts';
import { type Static, Type } from '#shared/typebox.ts';
import { signatureProblems } from './consent.ts';

type Signed = Static<typeof Consents>[number];

/** Columns of a new customer's signature, by field of the call. */
export const consentKeys = {
  purpose: 'consent',
  relation: 'consentRelation',
  signedBy: 'consentBy',
  signedAt: 'consentAt',
  until: 'consentUntil',
} as const;

export const signer = field(coded('relation', '由谁签署'), { import: { example: '本人' } });
const signedPurpose = field(Type.String(), { labels: consentPurposes });

/** Cell texts that mean: not signed. */
const unsigned = new Set(['未取得', '未取得同意', '无']);

/** Returns the instant of a day, or of a day and time, in the time zone of China. */
function instantIn(text: string): string {
  const [day = '', time = '00:00'] = text.split(/[ T]/);
  const timestamp = Date.parse(`${dayIn(day)}T${time.padStart(5, '0').slice(0, 5)}:00+08:00`);
  return Number.isNaN(timestamp) ? text : new Date(timestamp).toISOString();
}

/** Returns one signature per ticked purpose, as the entry form sends them; undefined when not signed. */
export function consentIn(cells: FileRow['cells'], problems: FieldProblem[]): Signed[] | undefined {
  const purposes = partsOf(cells.consent ?? '').filter((purpose) => !unsigned.has(purpose));
  if (purposes.length === 0) return undefined;
  const relation = cells.consentRelation ? String(meantBy(signer, cells.consentRelation)) : 'self';
  const signedBy = cells.consentBy ?? (relation === 'self' ? cells.name : undefined);
  const signed = {
    relation,
    ...(signedBy !== undefined && { signedBy }),
    ...(cells.consentAt && { signedAt: instantIn(cells.consentAt) }),
    ...(cells.consentUntil && { until: dayIn(cells.consentUntil) }),
  };
  const all = purposes.map((purpose) => ({ ...signed, purpose: meantBy(signedPurpose, purpose) }) as Signed);
  if (!all.some(({ purpose }) => purpose === 'service'))
    problems.push({ field: 'consent', rule: 'service', msg: '请包含「基本服务」的同意' });
  return all;
}

/** Validates the days of a signature; the single fields are valid already. */
export function consentProblems([signed]: readonly Signed[]): FieldProblem[] {
  return signed ? signatureProblems(signed, 'consent.0.') : [];
}

/** Returns the filled columns of a row that apply to new customers only. */
export function newOnlyColumns(cells: FileRow['cells']): string[] {
  return ['bed', ...keysOf(consentKeys).map((key) => consentKeys[key])].filter((key) => cells[key] !== undefined);
}
