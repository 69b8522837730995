import { type Selectable, sql } from 'kysely';
import { type archiveApi, type SectionName, sectionKeys, sections, sectionTitles } from '#features/archive/contract.ts';
import {
  addressParts,
  archiveSealedIds,
  bedAddressOf,
  customerOf,
  decryptHealth,
  lockCustomer,
  medicineText,
  redFlags,
  requireUnsealed,
  type StoredCustomer,
} from '#features/customer/server/service.ts';
import { latestOf, outOfBandOf, silencesOf } from '#features/reading/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { withPresentTexts } from '#server/crud/checks.ts';
import { changedColumns, decrypted } from '#server/crud/storedValues.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Archive } from '#server/db/tables.ts';
import { zoneOf } from '#server/db/zone.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import { keysOf } from '#shared/codes.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { type Fields, field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';
import { highlightsOf } from './highlights.ts';
import { allergies, conditions, maxRows, medicines } from './sections.ts';
import { settleArchives } from './words.ts';

type Api = typeof archiveApi;
type Answer = OutputOf<Api['getArchive']>;
type Edit = InputOf<Api['editArchive']>;
type Row = Selectable<Archive>;
type Section = Answer['none'][number];

/** Days of the values that the highlights speak of. */
const highlightDays = 7;

const archiveRow = (tx: Db, customerId: string): Promise<Row> =>
  tx.selectFrom('archive').selectAll().where('customerId', '=', customerId).executeTakeFirstOrThrow();

/** Returns the number of rows of each section. */
async function countsOf(tx: Db, customerId: string): Promise<Record<Section, number>> {
  const rows = await tx.rows(sql<{ section: string; n: number }>`
    select section, n from archive_sections(${customerId}::bigint)`);
  return Object.fromEntries(rows.map(({ section, n }) => [section, n])) as Record<Section, number>;
}

const lifestyleOf = ({ lifestyleCipher }: Row) =>
  JSON.parse(decrypted(lifestyleCipher) ?? '{}') as Answer['summary']['lifestyle'];

const placeOf = (viewer: Viewer, customerId: string) =>
  db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('department', 'department.id', 'customer.departmentId')
    .leftJoin('user', 'user.id', 'customer.responsibleId')
    .select([
      'department.name as departmentName',
      'user.name as responsibleName',
      'user.mobile as responsiblePhone',
      zoneOf('customer.projectId').as('timeZone'),
      bedAddressOf(sql.ref('customer.id')).as('bed'),
    ])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow();

/** Reads the rows of the first look: conditions not healed, allergies, medicines in use. */
async function knownOf(viewer: Viewer, customerId: string) {
  const of = (state?: string[]) => ({ ...({ customerId, ...(state && { state }) } as object), limit: maxRows });
  const [ill, allergic, taken] = await Promise.all([
    conditions.list(viewer, of(['active', 'remission'])),
    allergies.list(viewer, of()),
    medicines.list(viewer, of(['active'])),
  ]);
  return { conditions: ill.rows, allergies: allergic.rows, medicines: taken.rows };
}

/** Returns the bed with its institution, else street and community. */
function areaOf(customer: StoredCustomer, bed: Parameters<typeof addressParts>[0]['bed']): string | null {
  const { area, spot } = addressParts({ ...customer, bed });
  return bed ? [spot, bed.institution].join(' ') : area;
}

/** Returns a customer's health archive at a glance; 404 outside the scope. */
export async function getArchive(viewer: Viewer, { customerId }: InputOf<Api['getArchive']>): Promise<Answer> {
  const customer = await customerOf(viewer, customerId);
  const now = Date.now();
  const [row, counts, sealed, { bed, ...place }, known, latest, outOfBand, silences] = await Promise.all([
    archiveRow(db, customerId),
    countsOf(db, customerId),
    archiveSealedIds([customerId]),
    placeOf(viewer, customerId),
    knownOf(viewer, customerId),
    latestOf(db, [customerId]),
    outOfBandOf(db, customerId, now - highlightDays * 86_400_000, now),
    silencesOf(db, customerId),
  ]);
  const health = decryptHealth(customer.healthCipher);
  const none = row.none as Section[];
  return {
    person: {
      ...pick(customer, ['id', 'no', 'name', 'gender', 'photoFileId', 'abilityLevel', 'assessedUntil', 'serviceState']),
      age: customer.birthDate ? ageOn(customer.birthDate, todayInChina(now)) : null,
      area: areaOf(customer, bed),
      ...place,
    },
    summary: {
      redFlags: redFlags(customer.livingState, health),
      chronic: customer.chronic,
      ...pick(health, ['conditions', 'allergies', 'bloodType', 'rh', 'doctor', 'doctorPhone', 'hospital']),
      medicines: known.medicines.map(({ id, name, dose, frequency, daysLeft }) => ({
        ...{ id, daysLeft },
        text: medicineText({ name, dose, frequency }),
      })),
      lifestyle: lifestyleOf(row),
      implants: decrypted(row.implantsCipher),
      falls: decrypted(row.fallsCipher),
      wishes: decrypted(row.wishesCipher),
      oxygenScale: row.oxygenScale as 1 | 2 | null,
    },
    known: {
      conditions: known.conditions.map((row) => pick(row, ['id', 'name', 'since', 'hospital', 'state'])),
      allergies: known.allergies.map((row) => pick(row, ['id', 'name', 'kind', 'reaction', 'severity', 'since'])),
      medicines: known.medicines.map((row) => ({
        ...pick(row, ['id', 'name', 'prescriber', 'daysLeft']),
        use: [row.dose, row.route, row.frequency, row.times?.join(' ')].filter(Boolean).join(' · ') || null,
      })),
    },
    highlights: highlightsOf({ customerId, outOfBand, silences, medicines: known.medicines }),
    latest: latest.get(customerId) ?? [],
    sections: pick(counts, keysOf(sections)) as Record<SectionName, number>,
    none,
    missing: sectionKeys.filter((key) => counts[key] === 0 && !none.includes(key)),
    completeness: row.completeness,
    sealed: sealed.has(customerId),
    ...pick(row, ['updatedAt', 'version']),
  };
}

const text = field(Type.String(), { encrypted: true });

/** What an edit changes outside the sections; the lifestyle is stored as JSON. */
const fields: Fields = {
  ...{ lifestyle: text, implants: text, falls: text, wishes: text },
  oxygenScale: field(Type.Integer()),
  none: field(Type.Array(Type.String())),
};

/** Returns the columns that an edit changes. */
function changesOf({ lifestyle, implants, falls, wishes, oxygenScale, none }: Edit, row: Row): Partial<Row> {
  const living = lifestyle && (Object.keys(lifestyle).length > 0 ? JSON.stringify(lifestyle) : null);
  const chosen = none && sectionKeys.filter((key) => none.includes(key));
  return changedColumns(fields, { lifestyle: living, implants, falls, wishes, oxygenScale, none: chosen }, row);
}

/** Edits what the archive says outside its sections. 409 if it was edited meanwhile, or is sealed. */
export async function editArchive(viewer: Viewer, input: Edit): Promise<OutputOf<Api['editArchive']>> {
  const { customerId, version } = input;
  return command(viewer, async ({ tx }) => {
    await requireUnsealed(tx, [await lockCustomer(tx, viewer, customerId)]);
    const row = await archiveRow(tx, customerId);
    if (row.version !== version) throw withPresentTexts(fields, await stale(tx, 'archive', row.id, version, row), row);
    const changes = changesOf(input, row);
    const counts = await countsOf(tx, customerId);
    const filled = (changes.none as Section[] | undefined)?.find(
      (key) => counts[key] > 0 && !(key === 'lifestyle' && changes.lifestyleCipher === null),
    );
    if (filled) throw invalidField('none', `${sectionTitles[filled]}已有记录，不能写「无」`, 'none');
    if (Object.keys(changes).length === 0) return { version };
    const saved = await tx
      .updateTable('archive')
      .set(changes)
      .where('id', '=', row.id)
      .returning('version')
      .executeTakeFirstOrThrow();
    await settleArchives(tx, [customerId]);
    return saved;
  });
}
