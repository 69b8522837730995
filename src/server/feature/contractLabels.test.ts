import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLabel } from '#server/testing/label.ts';
import type { ExportEndpoint } from '#shared/contract/export.ts';
import { builtInLists } from '#shared/dictionary.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Resource } from '#shared/resource.ts';
import { extensionsOf, findFeatures } from './extensions.ts';

interface Schema {
  type?: string;
  title?: string;
  dictionary?: string;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
}

const features = await findFeatures();
const endpoints: Endpoint[] = features.flatMap((feature) => Object.values(feature.endpoints));
const exporters = (await extensionsOf('exporter')).flatMap(({ extension: part }) => part);
const importers = (await extensionsOf('importer')).flatMap(({ extension: part }) => part);

/** Returns every resource, also further ones besides the main one of a feature. */
async function findResources(): Promise<Resource[]> {
  const files = globSync('src/features/*/{contract.ts,contract/*.ts}');
  const modules: object[] = await Promise.all(files.map((file) => import(`../../../${file}`)));
  const exported: unknown[] = modules.flatMap((module) => Object.values(module));
  return [...new Set(exported)].filter(
    (value): value is Resource => typeof value === 'object' && value !== null && 'fields' in value && 'row' in value,
  );
}

/** Returns the fields of a schema by dotted path, including array items and alternatives. */
function fieldsOf(schema: Schema, path = ''): [path: string, field: Schema][] {
  const within = [schema.items, ...(schema.anyOf ?? []), ...Object.values(schema.patternProperties ?? {})];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, field]): [string, Schema][] => [
      [`${path}.${key}`, field],
      ...fieldsOf(field, `${path}.${key}`),
    ]),
    ...within.flatMap((part) => (part ? fieldsOf(part, path) : [])),
  ];
}

/** Returns the codes of a field, without null. */
function codesOf({ enum: codes, dictionary, items }: Schema): readonly (string | number)[] {
  const list = Object.entries(builtInLists).find(([type]) => type === dictionary);
  if (list) return Object.keys(list[1].values);
  return items ? codesOf(items) : ((codes ?? []) as (string | number | null)[]).filter((code) => code !== null);
}

const unlabelled = (texts: readonly (readonly [place: string, text: unknown])[]) =>
  texts.filter(([, text]) => !isLabel(text)).map(([place, text]) => `${place} ${text}`);

test('features, screens, permissions and calls have Chinese titles', () => {
  const texts = features.flatMap(({ name, title, screens, endpoints: calls }) => [
    [name, title] as const,
    ...screens.flatMap(({ path, title: screen, shortTitle = screen, tabs = {}, permission: right, buttons = [] }) => [
      [path, screen] as const,
      [path, shortTitle] as const,
      ...Object.entries(tabs),
      ...[right, ...buttons].flatMap((one) => (one ? [[one.key, one.title] as const] : [])),
    ]),
    ...Object.values(calls).map((call) => [call.path, call.title] as const),
  ]);
  expect(texts.length).toBeGreaterThan(500);
  expect(unlabelled(texts)).toEqual([]);
});

test('every field of an input has a title, by which error sentences call it', () => {
  const texts = endpoints.flatMap(({ path, input }) =>
    fieldsOf(input as Schema).map(([field, { title }]) => [`${path} ${field.slice(1)}`, title] as const),
  );
  expect(texts.length).toBeGreaterThan(1500);
  expect(unlabelled(texts)).toEqual([]);
});

test('every field of what is listed and edited has a title, and a label for every code that it may hold', async () => {
  const fields = (await findResources()).flatMap((resource) =>
    Object.entries(resource.fields).map(([key, field]) => ({ place: `${resource.name}.${key}`, ...field })),
  );
  expect(fields.length).toBeGreaterThan(200);
  const titles = fields.map(({ place, schema, column }) => [
    [place, (schema as Schema).title] as const,
    ...(column && column.title !== undefined ? [[place, column.title] as const] : []),
  ]);
  expect(unlabelled(titles.flat())).toEqual([]);
  const labels = fields.flatMap(({ place, schema, labels: words }) => {
    const { dictionary, items } = schema as Schema;
    const list = Object.entries(builtInLists).find(([type]) => type === (dictionary ?? items?.dictionary))?.[1];
    const texts: Readonly<Record<string, string>> = words ?? list?.values ?? {};
    return codesOf(schema as Schema).map((code) => [`${place} ${code}`, texts[code]] as const);
  });
  expect(labels.length).toBeGreaterThan(200);
  expect(unlabelled(labels)).toEqual([]);
});

test('codes that no field has are labelled in Chinese where a feature names them', () => {
  const texts = features.flatMap(({ labels = {} }) =>
    Object.entries(labels).flatMap(([column, codes]) =>
      Object.entries(codes).map(([code, label]) => [`${column} ${code}`, label] as const),
    ),
  );
  expect(texts.length).toBeGreaterThan(50);
  expect(unlabelled(texts)).toEqual([]);
});

const isList = ({ type }: Schema) => type === 'array';

test('a workbook has Chinese headings, and the labels of codes in its cells', () => {
  const texts = exporters.flatMap(({ path, title, name, columns, cellOf }) => {
    const { row } = endpoints.find((endpoint) => endpoint.path === path) as unknown as ExportEndpoint;
    const cells = fieldsOf(row as Schema)
      .map(([field, schema]) => [field.slice(1), schema] as const)
      .filter(([field]) => field in columns)
      .flatMap(([field, schema]) =>
        codesOf(schema).map(
          (code) =>
            [`${path} ${field} ${code}`, cellOf({ [field]: isList(schema) ? [code] : code }, field, 'UTC')] as const,
        ),
      );
    return [[path, title] as const, [path, name] as const, ...Object.entries(columns), ...cells];
  });
  expect(texts.length).toBeGreaterThan(150);
  expect(unlabelled(texts)).toEqual([]);
});

test('an import sheet has Chinese headings and hints', () => {
  const texts = importers.flatMap(({ path, name, sheets }) => [
    [path, name] as const,
    ...sheets.flatMap((sheet) => [
      [path, sheet.title] as const,
      ...sheet.columns.map(({ key, title }) => [`${path} ${key}`, title] as const),
      ...sheet.columns.flatMap(({ key, hint }) => (hint === '' ? [] : [[`${path} ${key}`, hint] as const])),
    ]),
  ]);
  expect(texts.length).toBeGreaterThan(50);
  expect(unlabelled(texts)).toEqual([]);
});
