import type { Selectable } from 'kysely';
import { assessedLevelMessage, customer } from '#features/customer/contract.ts';
import { decryptHealth, decryptIdNo, encryptHealth, maskedTail } from '#features/customer/server/service.ts';
import { type MergeField, mergeTitles } from '#features/customerMerge/contract.ts';
import { countyName } from '#features/region/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import { maskedValue } from '#server/crud/masked.ts';
import type { Customer } from '#server/db/tables.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { genders, keysOf, serviceStates } from '#shared/codes.ts';
import type { BuiltInType } from '#shared/dictionary.ts';
import { type Fields, storedName } from '#shared/resourceField.ts';

type Row = Selectable<Customer>;
type Column = keyof Row;

export type Side = 'keep' | 'drop';

/** Columns that are chosen together. */
interface Part {
  columns: readonly Column[];
  /** Returns the masked display text; null if the value is unknown. */
  textOf(row: Row): string | null;
}

const joinTexts = (...texts: (string | null | undefined | false)[]): string | null =>
  texts.filter(Boolean).join(' ') || null;

/** Parts with several columns, or with a text of their own. Birth date and gender go with the ID number that proves them. */
const ownParts: Readonly<Partial<Record<MergeField, Partial<Part>>>> = {
  name: { columns: ['name', 'pinyin', 'initials', 'grams'] },
  idNo: {
    columns: ['idType', 'idNoCipher', 'idNoHash', 'idNoTailHash', 'birthDate', 'gender'],
    textOf: (row) =>
      joinTexts(
        maskedTail(decryptIdNo(row)),
        row.birthDate,
        row.gender !== 0 && genders[row.gender as keyof typeof genders],
      ),
  },
  home: {
    columns: [
      ...(['regionCode', 'street', 'community', 'address', 'addressNote', 'building', 'floor', 'room'] as const),
      ...(['lat', 'lng'] as const),
    ],
    textOf: ({ regionCode, street, community, address }) =>
      joinTexts([countyName(regionCode), street, community].filter(Boolean).join(''), address),
  },
  abilityLevel: { columns: ['abilityLevel', 'assessedUntil', 'abilityAssessmentId'] },
  photoFileId: { textOf: ({ photoFileId }) => photoFileId && '有照片' },
  serviceState: {
    columns: ['serviceState', 'returnDate', 'stateSince', 'stateReason', 'deathPlace', 'deathCause'],
    textOf: ({ serviceState, returnDate }) =>
      joinTexts(serviceStates[serviceState as keyof typeof serviceStates], returnDate && `预计 ${returnDate} 返回`),
  },
};

const declared: Fields = customer.fields;

/** Returns the part of one field: its column, and its masked text or the label of its code. */
function partOf(key: MergeField): Part {
  const field = declared[key] ?? { schema: {} };
  const column = (storedName(key, field) ?? key) as Column;
  const { dictionary } = field.schema as { dictionary?: BuiltInType };
  const textOf = (row: Row) => {
    const value = row[column];
    if (value === null) return null;
    if (field.encrypted) return '已登记（不显示内容）';
    return dictionary ? labelOf(dictionary, String(value)) : maskedValue(field, String(value));
  };
  return { columns: [column], textOf, ...ownParts[key] };
}

const fields = keysOf(mergeTitles);
const parts = Object.fromEntries(fields.map((key) => [key, partOf(key)])) as Readonly<Record<MergeField, Part>>;

/** Columns that are never taken from the other row. */
const excludedColumns = new Set<string>(
  `id no departmentId projectId responsibleId source demo version createdAt createdBy updatedAt updatedBy deletedAt mergedInto healthCipher`.split(
    ' ',
  ),
);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns the side whose ability level an assessment set, of two the one that ends later; undefined without any. */
function assessedSide(keep: Row, drop: Row): Side | undefined {
  if (drop.abilityAssessmentId === null) return keep.abilityAssessmentId === null ? undefined : 'keep';
  const endsLater = (drop.assessedUntil ?? '') > (keep.assessedUntil ?? '');
  return keep.abilityAssessmentId === null || endsLater ? 'drop' : 'keep';
}

/** Returns the only side that may be chosen; undefined where either may. */
const lockedSide = (field: MergeField, keep: Row, drop: Row): Side | undefined =>
  field === 'abilityLevel' ? assessedSide(keep, drop) : undefined;

/** Returns the default side: the kept customer, unless the value is unknown there. */
function preset(field: MergeField, keep: Row, drop: Row): Side {
  const locked = lockedSide(field, keep, drop);
  if (locked) return locked;
  return parts[field].textOf(keep) === null && parts[field].textOf(drop) !== null ? 'drop' : 'keep';
}

/** Returns the differing parts as masked texts, with the default side. */
export function differences(keep: Row, drop: Row) {
  return fields.flatMap((field) => {
    const { textOf: said, columns } = parts[field];
    const texts = { keep: said(keep), drop: said(drop) };
    // Equal texts have different ciphers: an encrypted column always counts as a difference.
    const same = columns.every((column) => String(keep[column] ?? '') === String(drop[column] ?? ''));
    const locked = lockedSide(field, keep, drop) && { locked: assessedLevelMessage };
    if (same || (locked && texts.keep === texts.drop)) return [];
    return [{ field, title: mergeTitles[field], ...texts, preset: preset(field, keep, drop), ...locked }];
  });
}

/** Returns unique values; objects are compared by content. */
const uniqueValues = (list: readonly unknown[]) => [
  ...new Map(list.map((value) => [JSON.stringify(value), value])).values(),
];

/** Merges both health summaries: lists are combined; for single values the kept customer's comes first. */
function healthOf(keep: Row, drop: Row): string | null {
  if (!keep.healthCipher || !drop.healthCipher) return keep.healthCipher ?? drop.healthCipher;
  const [keepHealth, dropHealth] = [decryptHealth(keep.healthCipher), decryptHealth(drop.healthCipher)];
  const all = Object.entries({ ...dropHealth, ...keepHealth }).map(([key, value]) => {
    const theirs = dropHealth[key as keyof typeof dropHealth];
    if (Array.isArray(value)) return [key, uniqueValues([...value, ...(Array.isArray(theirs) ? theirs : [])])];
    return [key, isEmpty(value) ? theirs : value];
  });
  const merged = Object.fromEntries(all);
  return JSON.stringify(merged) === JSON.stringify({ ...dropHealth, ...keepHealth })
    ? keep.healthCipher
    : encryptHealth(merged);
}

/** Merges two values without a choice: lists are combined, an unknown value is taken over. */
function mergeValues(keepValue: unknown, dropValue: unknown): unknown {
  if (Array.isArray(keepValue) && Array.isArray(dropValue)) return [...new Set([...keepValue, ...dropValue])];
  return isEmpty(keepValue) ? dropValue : keepValue;
}

type MergeChoices = Readonly<Partial<Record<MergeField, Side>>>;

/** Returns whether the kept customer changes to the merged customer's service state, with its consequences. */
export function adoptsState(keep: Row, drop: Row, { serviceState = 'keep' }: MergeChoices): boolean {
  return serviceState === 'drop' && keep.serviceState !== drop.serviceState;
}

/** Throws 400 for a choice against the level that an assessment set. */
export function requireAssessed(keep: Row, drop: Row, { abilityLevel }: MergeChoices): void {
  const side = assessedSide(keep, drop);
  const isSame = keep.abilityLevel === drop.abilityLevel;
  if (side && abilityLevel && abilityLevel !== side && !isSame)
    throw invalidField('fields.abilityLevel', assessedLevelMessage, 'assessed');
}

/** Returns the changed columns of the kept customer; a service state change is handled separately (`adoptsState`). */
export function mergedColumns(keep: Row, drop: Row, choices: MergeChoices): Partial<Row> {
  const patch: Record<string, unknown> = { healthCipher: healthOf(keep, drop) };
  for (const field of fields) {
    const apart = field === 'serviceState' && keep.serviceState !== drop.serviceState;
    const side = lockedSide(field, keep, drop) ?? choices[field] ?? preset(field, keep, drop);
    const from = !apart && side === 'drop' ? drop : keep;
    for (const column of parts[field].columns) patch[column] = from[column];
  }
  for (const [column, value] of Object.entries(keep))
    if (!excludedColumns.has(column) && !(column in patch)) patch[column] = mergeValues(value, drop[column as Column]);
  return Object.fromEntries(
    Object.entries(patch).filter(([column, value]) => String(value ?? '') !== String(keep[column as Column] ?? '')),
  ) as Partial<Row>;
}
