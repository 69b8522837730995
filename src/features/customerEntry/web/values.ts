import { benefitInput, benefitValues } from '#features/benefit/web/service.ts';
import { consentInput, consentNames } from '#features/consent/web/service.ts';
import {
  ContactInput,
  type CustomerRecord,
  communicationFields,
  customer,
  hasSecret,
  healthFields,
} from '#features/customer/contract.ts';
import { pick } from '#shared/endpoint.ts';
import type { Fields } from '#shared/resourceField.ts';
import { quietProblem } from '#shared/rule/quietHours.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { FormValues } from '#web/form/types.ts';
import { illnessesOf } from './illnesses.ts';

const contactTexts = ['mobile', 'phone', 'address', 'hours', 'quietFrom', 'quietTo'] as const;
type ContactText = (typeof contactTexts)[number];
const isNumber = (field: ContactText) => field === 'mobile' || field === 'phone';

type StoredContact = CustomerRecord['contacts'][number];

/** Contact as the form holds it; its position in the list is its order. */
export interface FormContact
  extends Partial<Record<ContactText, string>>,
    Pick<StoredContact, 'name' | 'isEmergency' | 'isGuardian' | 'hasKey'> {
  id?: string;
  relation?: string;
  /** Linked customer record of the contact. */
  linked?: { id: string; name: string };
}

const communicationKeys = Object.keys(communicationFields);

/** Fields with one name in record and call, and those of the health summary. */
const plain = ['id', 'version', ...Object.keys(customer.addProps)];
const ofHealth = Object.keys(healthFields).filter((key) => key !== 'chronic' && key !== 'communication');

const isMasked = (text: string | null | undefined) => text?.includes('*') ?? false;
/** Returns a readable number; a masked one is left out of the form and stays unchanged. */
const open = (text: string | null) => (text === null || isMasked(text) ? undefined : text);

/** Fields that a record shows masked, or not at all. */
const hidden = Object.entries(customer.fields as Fields).flatMap(([key, { sensitive }]) =>
  sensitive && sensitive !== 'address' ? [key] : [],
);

/** Returns hints for masked and undisclosed values, by field. */
export function hiddenOf(record: CustomerRecord | undefined): Record<string, string> {
  if (!record) return {};
  const row = { ...record, doctorPhone: record.health?.doctorPhone } as Record<string, unknown>;
  const hints = [...hidden, 'doctorPhone'].flatMap((key) => {
    const text = row[key];
    if (typeof text === 'string') return isMasked(text) ? [[key, `现为 ${text}，留空不改`]] : [];
    return row[hasSecret(key)] ? [[key, '已有登记，留空不改']] : [];
  });
  return Object.fromEntries(hints);
}

/** Converts a stored contact to form values; masked numbers are left out. */
function contactValues(contact: StoredContact): FormContact {
  const { id, linked } = contact;
  const texts = contactTexts.flatMap((field) => {
    const text = isNumber(field) ? open(contact[field]) : contact[field];
    return text ? [[field, text] as const] : [];
  });
  return {
    ...{ id, ...pick(contact, ['name', 'relation', 'isEmergency', 'isGuardian', 'hasKey']) },
    ...Object.fromEntries(texts),
    ...(linked && { linked }),
  };
}

/** Converts a record to form values. */
export function valuesOf(record: CustomerRecord): FormValues {
  const row = record as unknown as Record<string, unknown>;
  const health = (record.health ?? {}) as Record<string, unknown>;
  return {
    ...Object.fromEntries(plain.map((field) => [field, row[field] ?? undefined])),
    ...Object.fromEntries(ofHealth.map((field) => [field, health[field] ?? undefined])),
    communication: undefined,
    ...record.communication,
    ...{
      idNo: undefined,
      mobile: open(record.mobile),
      phone: open(record.phone),
      doctorPhone: open(record.health?.doctorPhone ?? null),
    },
    photo: record.photoFileId ?? undefined,
    illnesses: record.health ? illnessesOf(record.health) : undefined,
    benefits: benefitValues(record.benefits),
    contacts: record.contacts.map(contactValues),
  };
}

const filled = (text: string | undefined) => text?.trim() || undefined;

/** Converts a contact to the call's input; for a stored contact an emptied field is null and a masked one left out. */
function contactInput(contact: FormContact, order: number, record: CustomerRecord | undefined) {
  const { id, name }: Partial<FormContact> = contact;
  const stored = record?.contacts.find((candidate) => candidate.id === id);
  const texts = contactTexts.flatMap((field): [string, string | null][] => {
    const text = filled(contact[field])?.replace(isNumber(field) ? /\s/g : /^$/, '');
    if (text !== undefined) return [[field, text]];
    return stored?.[field] && !isMasked(stored[field]) ? [[field, null]] : [];
  });
  const linkedId = contact.linked?.id ?? (stored?.linked ? null : undefined);
  return {
    ...(id && { id }),
    ...{ name: name?.trim() ?? '', order, ...pick(contact, ['relation', 'isEmergency', 'isGuardian', 'hasKey']) },
    ...(linkedId !== undefined && { linkedId }),
    ...Object.fromEntries(texts),
  };
}

/** Returns the problems of a contact, by field. */
export function contactProblems(contact: FormContact): Map<string, string> {
  const { id: _id, ...input } = contactInput(contact, 1, undefined);
  const quiet = quietProblem(filled(contact.quietFrom), filled(contact.quietTo));
  const problems = [...(quiet ? [quiet] : []), ...problemsOf(ContactInput, input)];
  return new Map(problems.map(({ field, msg }) => [field, msg]));
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const isNothing = (value: unknown) => value === undefined || value === null || value === '';

/** Fields that cannot be null: emptied they are an empty list. */
const lists = Object.entries(customer.fields as Fields).flatMap(([key, { schema }]) =>
  (schema as { type?: string }).type === 'array' ? [key] : [],
);
const apart = ['id', 'derived', 'taken', 'version', 'photo', 'place', 'illnesses', 'benefits'];
const notSent = [...apart, ...communicationKeys, ...consentNames];

/** Returns the communication fields in a fixed order. */
function communicationOf(values: FormValues): FormValues | undefined {
  const filledFields = communicationKeys.filter((field) => !isNothing(values[field]));
  return filledFields.length > 0 ? Object.fromEntries(filledFields.map((field) => [field, values[field]])) : undefined;
}

/**
 * Returns the call's input: all filled fields of a new customer, the changed fields of an edited one.
 * @param record as the form was opened with; undefined for a new customer
 * @param newest versions of benefits by id, read after a conflict
 */
export function inputOf(
  values: FormValues,
  record: CustomerRecord | undefined,
  newest?: ReadonlyMap<string, number>,
): FormValues {
  const base = record ? valuesOf(record) : {};
  const now: FormValues = { ...values, communication: communicationOf(values), chronic: values.illnesses };
  const previous: FormValues = {
    ...base,
    communication: communicationOf(record?.communication ?? {}),
    chronic: base.illnesses,
  };
  const contacts = ((values.contacts ?? []) as FormContact[]).map((contact, index) =>
    contactInput(contact, index + 1, record),
  );
  const fields = [...new Set([...Object.keys(now), ...Object.keys(previous)])].filter(
    (field) => !notSent.includes(field),
  );
  const changed = fields.flatMap((field): [string, unknown][] => {
    if (field === 'contacts' || same(now[field], previous[field])) return [];
    if (!isNothing(now[field])) return [[field, now[field]]];
    return record ? [[field, lists.includes(field) ? [] : null]] : [];
  });
  const benefits = benefitInput(values, newest);
  const consent = record ? undefined : consentInput(values);
  const listed = record ? !same(values.contacts ?? [], base.contacts) : contacts.length > 0;
  return {
    ...(record && { id: record.id, version: values.version ?? record.version }),
    ...Object.fromEntries(changed),
    ...(listed && { contacts }),
    ...(consent && { consent }),
    ...(benefits.length > 0 && { benefits }),
  };
}
