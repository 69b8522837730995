import type { Selectable } from 'kysely';
import { countyName } from '#features/region/server/service.ts';
import type { Customer } from '#server/db/tables.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { genders, serviceStates } from '#shared/codes.ts';
import { maskPhone } from '#shared/mask.ts';
import { mergeTitles } from '../contract/merge.ts';
import { decryptHealth, encryptHealth } from './health.ts';
import { decryptIdNo, maskedTail } from './identity.ts';

type Row = Selectable<Customer>;
type Column = keyof Row;

export type Side = 'keep' | 'drop';

/** What is chosen as one: its columns go together. */
interface Part {
  columns: readonly Column[];
  /** As people read it, masked; null where nothing is known. */
  textOf(row: Row): string | null;
}

const joinTexts = (...texts: (string | null | undefined | false)[]): string | null =>
  texts.filter(Boolean).join(' ') || null;

/** The parts of a person that are chosen between two. Those that a number proves go with the number. */
export const mergeParts = {
  name: { columns: ['name', 'pinyin', 'initials', 'grams'], textOf: ({ name }) => name },
  idNo: {
    columns: ['idType', 'idNoCipher', 'idNoHash', 'idNoTailHash', 'birthDate', 'gender'],
    textOf: (row) =>
      joinTexts(
        maskedTail(decryptIdNo(row)),
        row.birthDate,
        row.gender !== 0 && genders[row.gender as keyof typeof genders],
      ),
  },
  mobile: { columns: ['mobile'], textOf: ({ mobile }) => maskPhone(mobile) },
  phone: { columns: ['phone'], textOf: ({ phone }) => maskPhone(phone) },
  home: {
    columns: [
      ...(['regionCode', 'street', 'community', 'address', 'addressNote', 'building', 'floor', 'room'] as const),
      ...(['lat', 'lng'] as const),
    ],
    textOf: ({ regionCode, street, community, address }) =>
      joinTexts([countyName(regionCode), street, community].filter(Boolean).join(''), address),
  },
  entryNote: {
    columns: ['entryCipher'],
    textOf: ({ entryCipher }) => entryCipher && '已登记（不显示内容）',
  },
  livingState: {
    columns: ['livingState'],
    textOf: ({ livingState }) => livingState && labelOf('living_state', livingState),
  },
  ethnicity: { columns: ['ethnicity'], textOf: ({ ethnicity }) => ethnicity && labelOf('ethnicity', ethnicity) },
  marital: { columns: ['marital'], textOf: ({ marital }) => marital && labelOf('marital', marital) },
  education: { columns: ['education'], textOf: ({ education }) => education && labelOf('education', education) },
  abilityLevel: {
    columns: ['abilityLevel', 'assessedUntil'],
    textOf: ({ abilityLevel }) => (abilityLevel === null ? null : labelOf('ability_level', String(abilityLevel))),
  },
  photoFileId: { columns: ['photoFileId'], textOf: ({ photoFileId }) => photoFileId && '有照片' },
  serviceState: {
    columns: ['serviceState', 'returnDate', 'stateSince', 'stateReason', 'deathPlace', 'deathCause'],
    textOf: ({ serviceState, returnDate }) =>
      joinTexts(serviceStates[serviceState as keyof typeof serviceStates], returnDate && `预计 ${returnDate} 返回`),
  },
} as const satisfies Record<string, Part>;

export type MergeField = keyof typeof mergeParts;
const fields = Object.keys(mergeParts) as MergeField[];
const parts: Readonly<Record<MergeField, Part>> = mergeParts;

/** What is the row's own and never taken from another. */
const excludedColumns = new Set<string>(
  `id no departmentId projectId responsibleId source demo version createdAt createdBy updatedAt updatedBy deletedAt mergedInto healthCipher`.split(
    ' ',
  ),
);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The side that stands where nobody has chosen: the one who is kept, unless nothing is known of them there. */
function preset(field: MergeField, keep: Row, drop: Row): Side {
  return parts[field].textOf(keep) === null && parts[field].textOf(drop) !== null ? 'drop' : 'keep';
}

/** Where two people differ, as people read it, masked, with the side that is proposed. */
export function differences(keep: Row, drop: Row) {
  return fields.flatMap((field) => {
    const { textOf: said, columns } = parts[field];
    const texts = { keep: said(keep), drop: said(drop) };
    // What is encrypted anew is another text: of such a column both sides are shown.
    const same = columns.every((column) => String(keep[column] ?? '') === String(drop[column] ?? ''));
    return same ? [] : [{ field, title: mergeTitles[field], ...texts, preset: preset(field, keep, drop) }];
  });
}

/** Each once, also where they are shapes that were read from two texts. */
const uniqueValues = (list: readonly unknown[]) => [
  ...new Map(list.map((value) => [JSON.stringify(value), value])).values(),
];

/** Both health summaries in one: nothing of either is left out; of single values those of the one who is kept first. */
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

/** What one value becomes beside that of the other where nobody chooses: lists hold both, and what is unknown is taken over. */
function mergeValues(keepValue: unknown, dropValue: unknown): unknown {
  if (Array.isArray(keepValue) && Array.isArray(dropValue)) return [...new Set([...keepValue, ...dropValue])];
  return isEmpty(keepValue) ? dropValue : keepValue;
}

type MergeChoices = Readonly<Partial<Record<MergeField, Side>>>;

/** Whether the one who stays comes into the other's service state, with what follows from that. */
export function adoptsState(keep: Row, drop: Row, { serviceState = 'keep' }: MergeChoices): boolean {
  return serviceState === 'drop' && keep.serviceState !== drop.serviceState;
}

/** The columns of the one who is kept that change, by what was chosen; another service state is not among them (`adoptsState`). */
export function mergedColumns(keep: Row, drop: Row, choices: MergeChoices): Partial<Row> {
  const patch: Record<string, unknown> = { healthCipher: healthOf(keep, drop) };
  for (const field of fields) {
    const apart = field === 'serviceState' && keep.serviceState !== drop.serviceState;
    const from = !apart && (choices[field] ?? preset(field, keep, drop)) === 'drop' ? drop : keep;
    for (const column of parts[field].columns) patch[column] = from[column];
  }
  for (const [column, value] of Object.entries(keep))
    if (!excludedColumns.has(column) && !(column in patch)) patch[column] = mergeValues(value, drop[column as Column]);
  return Object.fromEntries(
    Object.entries(patch).filter(([column, value]) => String(value ?? '') !== String(keep[column as Column] ?? '')),
  ) as Partial<Row>;
}
