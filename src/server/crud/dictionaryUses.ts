import { snakeCase } from '#server/db/names.ts';
import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';
import type { Resource } from '#shared/resource.ts';
import { storedName } from '#shared/resourceField.ts';

interface Schema {
  dictionary?: string;
  items?: Schema;
}

/**
 * Returns the columns of a resource with values of a dictionary type.
 * @param list path of the list, for links to the rows of a value; only filters are linked
 */
export function dictionaryUses(resource: Resource, list: string): DictionaryUse[] {
  return Object.entries(resource.fields).flatMap(([key, options]): DictionaryUse[] => {
    const schema = options.schema as Schema;
    const type = schema.dictionary ?? schema.items?.dictionary;
    const column = storedName(key, options);
    if (type === undefined || column === undefined) return [];
    return [
      {
        ...{ type, table: snakeCase(resource.name), column: snakeCase(column), deletes: true },
        rowLabel: resource.title,
        ...(schema.items && { many: true }),
        ...(options.filter && { list: `${list}?${key}=` }),
      },
    ];
  });
}
