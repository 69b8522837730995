import type { Endpoint } from '#shared/endpoint.ts';
import type { Cases, Check, CreatedRecord } from './authorization.ts';
import { downloadRows } from './sheet.ts';

/** Schema of an endpoint's input, as far as cases depend on it. */
interface InputSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

/** Returns the kind that an endpoint is about, the longest one in its name: `getSimList` is about a `sim`. */
function kindOf(name: string, kinds: readonly string[]): string | undefined {
  return kinds.filter((kind) => name.includes(capital(kind))).sort((a, b) => b.length - a.length)[0];
}

/** Returns the input that names a record: `id` with `version` or a status, or `ids`; undefined if more is required. */
function namingInput({ properties = {}, required = [] }: InputSchema): ((record: CreatedRecord) => object) | undefined {
  const others = required.filter((field) => !['id', 'ids', 'version', 'status'].includes(field));
  const isStatus = required.includes('status');
  if (others.length > 0 || (isStatus && !JSON.stringify(properties.status).includes('"disabled"'))) return undefined;
  const rest = { ...(required.includes('version') && { version: 1 }), ...(isStatus && { status: 'disabled' }) };
  if (required.includes('id')) return ({ id }) => ({ id, ...rest });
  return required.includes('ids') ? ({ id }) => ({ ids: [id], ...rest }) : undefined;
}

function listChecks(kind: string, { properties = {} }: InputSchema): Check[] {
  const full: Check = { how: 'shows', kind, input: () => ({ limit: 200 }) };
  const searched: Check = { how: 'shows', kind, input: ({ mark }) => ({ keyword: mark || 'x' }) };
  return 'keyword' in properties ? [full, searched] : [full];
}

/**
 * Returns the cases that follow from the contract: of a list, an export, an import, and a call that takes only the
 * record's id, version or status. Undefined for all others.
 */
export function derivedCases(name: string, endpoint: Endpoint, kinds: readonly string[]): Cases | undefined {
  if (name.endsWith('ImportTemplate')) return { free: 'a workbook of headings without rows' };
  if (/^import[A-Z]/.test(name))
    return { free: 'each row is validated within the importer’s departments and projects' };
  const kind = kindOf(name, kinds);
  const schema = endpoint.input as InputSchema;
  if (!kind) return undefined;
  if (endpoint.list) return { checks: listChecks(kind, schema) };
  if (/^export[A-Z]/.test(name)) return { checks: [exportCheck(kind)] };
  const input = namingInput(schema);
  return input && !endpoint.upload ? { checks: [{ how: 'names', kind, input }] } : undefined;
}

function exportCheck(kind: string): Check {
  return {
    how: 'shows',
    kind,
    input: () => ({}),
    text: async (data, { app, user }) => {
      const { fileId } = data as { fileId: string | null };
      return JSON.stringify(await downloadRows(app, fileId ?? '', user.token));
    },
  };
}
