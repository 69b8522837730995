import { subjectName, type WarnDetail, type WarnStep } from '#features/warn/web/service.ts';
import { addressText } from '#shared/address.ts';
import { genders, relations, warnTypes } from '#web/data/codeLabels.ts';
import { ago } from '#web/data/format.ts';
import { wasReached } from './callOrder.ts';

/** Maximum number of the newest remarks in the script. */
const maxRemarks = 4;

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Returns a user's remark of a step: from calls, plan answers, notes and answers of the family. */
function remark({ kind, note, userId, data }: WarnStep): string | null {
  const text = note?.trim() ?? '';
  if (kind === 'call' && wasReached((data.result ?? null) as Parameters<typeof wasReached>[0])) {
    const whom = textOf(data.contactName) ?? (data.party === 'elder' ? '老人' : null);
    return text === '' ? null : `${whom ?? '电话里'}说：${text}`;
  }
  if (textOf(data.answerText) !== null && text !== '') return `${textOf(data.by) ?? '家属'}说：${text}`;
  return kind === 'note' && userId !== null && text !== '' ? text.replace(/^预案：/, '') : null;
}

function who({ customer, customerName }: WarnDetail): string {
  if (customer === null) return customerName ?? '未登记的老人';
  const sex = customer.gender === 1 || customer.gender === 2 ? genders[customer.gender] : null;
  const living = customer.flags.includes('独居') ? '独居' : null;
  return [customer.name, sex, customer.age === null ? null : `${customer.age} 岁`, living].filter(Boolean).join('，');
}

function entry({ customer }: WarnDetail): string | null {
  const holder = customer?.contacts.find(({ hasKey }) => hasKey);
  const key =
    holder &&
    `${relations[holder.relation as keyof typeof relations] ?? ''}${holder.name} 有钥匙 ${holder.mobile ?? holder.phone ?? ''}`;
  return [customer?.addressNote, customer?.entryNote, key?.trim()].filter(Boolean).join('；') || null;
}

/**
 * Returns the script for 120, in the order of their questions: location, event and remarks, customer, health, entry.
 */
export function emergencyScript(detail: WarnDetail, now: number): [string, string][] {
  const { customer } = detail;
  const remarks = detail.steps
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .flatMap((step) => remark(step) ?? [])
    .slice(0, maxRemarks)
    .toReversed();
  const health = [
    customer && customer.conditions.length > 0 ? customer.conditions.join('、') : null,
    customer && customer.medicines.length > 0 ? `在用 ${customer.medicines.join('、')}` : null,
    customer && customer.allergies.length > 0 ? `过敏：${customer.allergies.join('、')}` : null,
  ].filter(Boolean);
  const happened = `${warnTypes[detail.type]}，${ago(now - Date.parse(detail.receivedAt))}`;
  const lines: [string, string | null][] = [
    ['地址', addressText(customer ?? detail)],
    ['情况', [happened, ...remarks].join('；')],
    ['病人', who(detail) || subjectName(detail)],
    ['病史', health.join('；') || null],
    ['入户', entry(detail)],
  ];
  return lines.flatMap(([title, text]): [string, string][] => (text === null ? [] : [[title, text]]));
}
