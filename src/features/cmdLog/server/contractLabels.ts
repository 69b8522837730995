import { db } from '#server/db/db.ts';
import { snakeCase } from '#server/db/names.ts';
import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';
import { extensionsOf, findFeatures, type LoadedFeature } from '#server/feature/extensions.ts';

type Schema = { title?: string; properties?: Record<string, Schema>; items?: Schema };

export interface ContractLabels {
  modules: ReadonlyMap<string, string>;
  /** Title of a call by its path. */
  calls: ReadonlyMap<string, string>;
  /** Title of a field, by `resource.field` and by field alone. */
  fields: ReadonlyMap<string, string>;
  /** Labels of the codes in a column, by `table.column`. */
  labels: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Dictionary type of the values in a column, by `table.column`. */
  dictionaries: ReadonlyMap<string, string>;
}

let cached: Promise<ContractLabels> | undefined;

function collect(noun: string, schema: Schema | undefined, into: Map<string, string>): void {
  for (const [field, part] of Object.entries(schema?.properties ?? {})) {
    if (part.title) {
      into.set(`${noun}.${field}`, into.get(`${noun}.${field}`) ?? part.title);
      into.set(field, into.get(field) ?? part.title);
    }
    collect(noun, part, into);
    collect(noun, part.items, into);
  }
}

/** Returns labels by column: of resource fields, and those that the feature declares. */
function labelsOf({
  resource: record,
  labels = {},
}: LoadedFeature): [column: string, Readonly<Record<string, string>>][] {
  const fieldLabels = Object.entries(record?.fields ?? {}).flatMap(
    ([key, { labels: columnLabels, dbColumn: stored }]) =>
      columnLabels && stored !== false
        ? [[`${snakeCase(record?.name ?? '')}.${snakeCase(stored || key)}`, columnLabels] as const]
        : [],
  );
  return [...fieldLabels, ...Object.entries(labels)].map(([column, columnLabels]) => [column, columnLabels]);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function labelsFrom(features: readonly LoadedFeature[], uses: readonly DictionaryUse[]): ContractLabels {
  const fields = new Map<string, string>();
  // Forms of a part name the fields of its own resource, else those of the module's.
  const nounOf = ({ resource, module, name }: LoadedFeature) => resource?.name ?? module ?? name;
  // The first title of a field counts: that of its own feature, before others of the module.
  const inOrder = features.toSorted((a, b) => compare(nounOf(a), nounOf(b)) || Number(!!a.module) - Number(!!b.module));
  for (const feature of inOrder)
    for (const endpoint of Object.values(feature.endpoints)) collect(nounOf(feature), endpoint.input as Schema, fields);
  return {
    modules: new Map(features.map((feature) => [feature.name, feature.title])),
    calls: new Map(
      features.flatMap((feature) =>
        Object.values(feature.endpoints).map((endpoint) => [endpoint.path, endpoint.title] as const),
      ),
    ),
    fields,
    labels: new Map(features.flatMap(labelsOf)),
    dictionaries: new Map(uses.map(({ table, column, type }) => [`${table}.${column}`, type])),
  };
}

async function readContractLabels(): Promise<ContractLabels> {
  const uses = await extensionsOf('dictionaryUse');
  return labelsFrom(
    await findFeatures(),
    uses.flatMap(({ extension: part }) => part),
  );
}

/** Returns the labels of the contracts: titles of modules, calls and fields. */
export function contractLabels(): Promise<ContractLabels> {
  cached ??= readContractLabels();
  return cached;
}

const dictionaryTtlMs = 30_000;
let dictionary: { at: number; labels: Promise<ReadonlyMap<string, string>> } | undefined;

async function readDictionary(): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('dictionary')
    .select(['type', 'value', 'label'])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [`${row.type}.${row.value}`, row.label]));
}

/** Returns labels by `type.value`, at most 30 s old. */
export function dictionaryLabels(): Promise<ReadonlyMap<string, string>> {
  if (!dictionary || Date.now() - dictionary.at > dictionaryTtlMs)
    dictionary = { at: Date.now(), labels: readDictionary() };
  return dictionary.labels;
}
