import type { WarnDetail, WarnStep } from '#features/warn/web/service.ts';
import type { CallResult } from '#shared/codes.ts';

export interface CallNumber {
  /** 手表通话, 手机, 座机. */
  way: string;
  phone: string;
}

export interface CallTarget {
  /** `elder` or the contact's id. */
  key: string;
  /** 本, 1, 2 …. */
  sign: string;
  name: string;
  relation: string;
  contactId: string | null;
  /** Numbers in dial order; empty: nothing to dial. */
  numbers: CallNumber[];
  /** Masked number if there is no other: readable, not dialable. */
  hidden: string | null;
  hasKey: boolean;
  isGuardian: boolean;
  address: string | null;
  /** Calls so far, oldest first; `result` is null until it is recorded. */
  calls: { stepId: string; by: string | null; result: CallResult | null; seconds: number | null; at: string }[];
}

const reached: readonly CallResult[] = ['ok', 'need_help'];

/** The customer is called twice before the contacts, each contact once (domain.md 8.3). */
const customerTries = 2;

function text(step: WarnStep, field: string): string | null {
  const value = step.data[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

function digits(phone: string): string {
  return phone.replaceAll(/[^0-9*#+]/g, '');
}

function belongs(step: WarnStep, target: CallTarget): boolean {
  const contactId = text(step, 'contactId');
  if (contactId !== null) return contactId === target.contactId;
  const phone = text(step, 'phone');
  return phone !== null && target.numbers.some((number) => digits(number.phone) === digits(phone));
}

function callsTo(target: CallTarget, steps: readonly WarnStep[]): CallTarget['calls'] {
  return steps
    .filter((step) => step.kind === 'call' && belongs(step, target))
    .sort((a, b) => a.at.localeCompare(b.at))
    .map((step) => ({
      stepId: step.id,
      by: step.userName,
      result: text(step, 'result') as CallResult | null,
      seconds: typeof step.data.seconds === 'number' ? step.data.seconds : null,
      at: step.at,
    }));
}

function numbers(entries: readonly [string, string | null | undefined][]): CallNumber[] {
  const seen = new Set<string>();
  return entries.flatMap(([way, phone]) => {
    // A masked number cannot be dialled.
    if (!phone || phone.includes('**') || seen.has(digits(phone))) return [];
    seen.add(digits(phone));
    return [{ way, phone }];
  });
}

function hidden(...phones: readonly (string | null | undefined)[]): string | null {
  return phones.find((phone) => phone?.includes('**')) ?? null;
}

function customerTarget(detail: WarnDetail): CallTarget | null {
  const { customer } = detail;
  const devices = [detail.equipment, ...detail.otherEquipment].filter((device) => device?.canCall);
  const dialable = numbers([
    ...devices.map((device): [string, string | null | undefined] => [
      /watch|手表/.test(`${device?.kind} ${device?.modelName}`) ? '手表通话' : '设备通话',
      device?.number,
    ]),
    ['手机', customer?.mobile],
    ['座机', customer?.phone],
    // An unregistered caller has only the number of the warn.
    ['来电号码', customer ? null : detail.phone],
  ]);
  const masked = hidden(customer?.mobile, customer?.phone, customer ? null : detail.phone);
  if (!customer && dialable.length === 0) return null;
  return {
    key: 'elder',
    sign: '本',
    name: customer?.name ?? detail.customerName ?? '未登记',
    relation: '本人',
    contactId: null,
    numbers: dialable,
    hidden: dialable.length === 0 ? masked : null,
    hasKey: false,
    isGuardian: false,
    address: null,
    calls: [],
  };
}

/** Returns the call targets in order: the customer (device, mobile, landline), then the contacts. */
export function callTargets(detail: WarnDetail): CallTarget[] {
  const contacts = [...(detail.customer?.contacts ?? [])].sort((a, b) => a.order - b.order);
  const first = customerTarget(detail);
  const targets: CallTarget[] = contacts.map((contact, index) => ({
    key: contact.id,
    sign: String(index + 1),
    name: contact.name,
    relation: contact.relation,
    contactId: contact.id,
    numbers: numbers([
      ['手机', contact.mobile],
      ['座机', contact.phone],
    ]),
    hidden: hidden(contact.mobile, contact.phone),
    hasKey: contact.hasKey,
    isGuardian: contact.isGuardian,
    address: contact.address,
    calls: [],
  }));
  return [...(first ? [first] : []), ...targets].map((target) => ({ ...target, calls: callsTo(target, detail.steps) }));
}

function isReached(target: CallTarget): boolean {
  return target.calls.some((call) => wasReached(call.result));
}

function isTried(target: CallTarget): boolean {
  return target.calls.length >= (target.contactId === null ? customerTries : 1);
}

/**
 * Returns the next target: the first that was neither reached nor tried often enough; if all were tried, the least
 * tried. Null if all were reached or no target has a number.
 * @param busyWith key of the target on the line, which is skipped
 */
export function nextTarget(targets: readonly CallTarget[], busyWith: string | null = null): CallTarget | null {
  const open = targets.filter((target) => target.numbers.length > 0 && target.key !== busyWith && !isReached(target));
  const untried = open.find((target) => !isTried(target));
  if (untried) return untried;
  return open.reduce<CallTarget | null>(
    (least, target) => (least === null || target.calls.length < least.calls.length ? target : least),
    null,
  );
}

/** Returns a function that finds the name for a number; the customer's own calls are recorded with the number only. */
export function nameOfNumber(targets: readonly CallTarget[]): (phone: string) => string | null {
  return (phone) => {
    const owner = targets.find((target) => target.numbers.some((number) => digits(number.phone) === digits(phone)));
    return owner?.name ?? null;
  };
}

/** Whether the call was answered by voice. */
export function wasReached(result: CallResult | null): boolean {
  return result !== null && reached.includes(result);
}

/** Formats the seconds of a call as 0:48 or 1:02:10. */
export function callLength(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}
