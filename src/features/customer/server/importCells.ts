import { customerApi } from '#features/customer/contract.ts';
import { valueByLabel } from '#server/feature/dictionaryLabels.ts';
import { consentPurposes } from '#shared/codes.ts';
import { type BuiltInType, builtInLists } from '#shared/dictionary.ts';
import type { Fields } from '#shared/resourceField.ts';
import { BenefitInput, benefitKinds } from '../contract/benefit.ts';
import { hearings, speeches } from '../contract/communication.ts';
import { ContactInput } from '../contract/contact.ts';
import { customer } from '../contract/fields.ts';
import { Communication } from '../contract/health.ts';
import { bloodCode } from './health.ts';

interface Schema {
  type?: string;
  format?: string;
  dictionary?: string;
  items?: Schema;
}

type Properties = Readonly<Record<string, Schema>>;
const propertiesOf = (schema: unknown) => (schema as { properties: Properties }).properties;

/** Keys of `communication`, which the sheet has as columns. */
export const communicationKeys: readonly string[] = Object.keys(propertiesOf(Communication));

const schemas: Properties = {
  ...propertiesOf(BenefitInput),
  ...propertiesOf(ContactInput),
  ...propertiesOf(Communication),
  ...propertiesOf(customerApi.addCustomer.input),
};

/** Lists of values that the contract does not name. */
const lists: Readonly<Record<string, BuiltInType>> = { consentRelation: 'relation' };
const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hearing: hearings,
  speech: speeches,
  consent: consentPurposes,
  kind: benefitKinds,
};

/** Returns the dictionary type, or the labels by value, of a column's choices; undefined without choices. */
export function choiceOf(key: string): BuiltInType | Readonly<Record<string, string>> | undefined {
  const schema = schemas[key];
  const type = lists[key] ?? schema?.dictionary ?? schema?.items?.dictionary;
  return type !== undefined && Object.hasOwn(builtInLists, type) ? (type as BuiltInType) : labels[key];
}

/** Splits a cell with several values. */
export const partsOf = (text: string): string[] =>
  text
    .split(/[、，,;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

const yes = new Set(['是', '有', '能', 'Y', 'y', '1', 'true']);
const no = new Set(['否', '无', '不能', 'N', 'n', '0', 'false']);

/** Converts 1938/1/1 and 1938年1月1日 to 1938-01-01. */
export function dayIn(text: string): string {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text);
  return parts ? `${parts[1]}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}` : text;
}

function numberIn(text: string): number | string {
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

const fields: Fields = customer.fields;

/** Expands a common short form of a label: 汉 is 汉族, A 型 is A. */
function fullLabel(key: string, text: string): string {
  const type = choiceOf(key);
  const { import: sheet } = fields[key] ?? {};
  const full = sheet ? `${text}${sheet.suffix ?? ''}` : text;
  if (full !== text && typeof type === 'string' && valueByLabel(type, full)) return full;
  return type === 'blood_type' ? (bloodCode(text) ?? text) : text;
}

/** Returns the value of a label; an unknown text must not pass as a code. */
export function valueIn(key: string, text: string): string {
  const choice = choiceOf(key);
  const label = fullLabel(key, text);
  const value =
    typeof choice === 'string'
      ? valueByLabel(choice, label)
      : Object.entries(choice ?? {}).find((entry) => entry.includes(label))?.[0];
  return value ?? `「${text}」`;
}

/**
 * Converts a cell to its contract value; an unknown text is returned unchanged, so that the contract's rules refuse it.
 */
export function meaningOf(key: string, text: string): unknown {
  const schema = schemas[key];
  const isChoice = choiceOf(key) !== undefined;
  if (schema?.type === 'array') return partsOf(text).map((part) => (isChoice ? valueIn(key, part) : part));
  if (schema?.type === 'boolean') return yes.has(text) ? true : no.has(text) ? false : text;
  const value = isChoice ? valueIn(key, text) : text;
  if (schema?.type === 'integer' || schema?.type === 'number') return numberIn(value);
  return schema?.format === 'date' ? dayIn(value) : value;
}
