/** Dependencies between features: read from the sources, checked against the tiers drawn in ARCHITECTURE.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Code below all features: `server/`, `shared/`, `web/`, `devices/`. */
export const platform = 'platform';

/** One reference from one feature to another. */
export interface Arrow {
  from: string;
  to: string;
  /** File and referenced name. */
  label: string;
}

/** Feature that owns a table with a name that does not begin with the feature's. */
const owners: Record<string, string> = {
  // Sections of the health archive.
  admission: 'archive',
  aid: 'archive',
  allergy: 'archive',
  attachment: 'archive',
  condition: 'archive',
  family: 'archive',
  medicine: 'archive',
  surgery: 'archive',
  vaccination: 'archive',
  // Tables of a customer's record are the customer's: its list, record, history and merge read them in their statements.
  benefit: 'customer',
  consent: 'customer',
  customerFile: 'customer',
  display: 'wall',
  displayKey: 'wall',
  captcha: 'login',
  deviceState: 'equipment',
  equipmentHeartbeat: 'maintenance',
  healthNote: 'healthWarn',
  healthState: 'earlyWarning',
  healthWarn: 'earlyWarning',
  listSetting: 'view',
  menuApi: 'menu',
  menuApiSeed: 'menu',
  position: 'equipment',
  rawMessage: 'equipment',
  reading: 'equipment',
  revealLook: 'field',
  rule: 'earlyWarning',
  savedView: 'view',
  // The device's card: lists, record and import of devices read it in their statements.
  sim: 'equipment',
  stockMove: 'stock',
  unknownMessage: 'equipmentLog',
  userActivation: 'activation',
  warnEmergencyList: 'emergencyList',
};

/** Tables that the platform writes itself, independent of their prefix. */
const platformTables = new Set(
  `backup backupAlarm cacheVersion changeLog cmdLog dailyNumber event feedPosition job keyCheck keyRotation lease logDrop loginGuard loginLog logRedaction
  migration partitionSetting placedCount presence pushNonce pushSubscription scheduleLog seal session vapidKey`.split(
    /\s+/,
  ),
);

/**
 * Tables on users, ownership and permissions: the platform and every feature may read them, for session, permission,
 * scope and zone. Only their feature changes them.
 */
const readByAll = new Set(
  `department dictionary menu menuApi project role roleDepartment roleMenu user userExtraDepartment userRole`.split(
    /\s+/,
  ),
);

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Returns the tier of each feature in the drawing; 1 is the platform. */
export function drawnTiers(drawing = text('ARCHITECTURE.md')): Map<string, number> {
  const tiers = new Map([[platform, 1]]);
  for (const [, tier, names = ''] of drawing.matchAll(/^ {4}([2-9]) {2}(\S.*)$/gm))
    for (const name of names.trim().split(/[ ·]+/)) tiers.set(name, Number(tier));
  return tiers;
}

/** Returns the tables of the database, by their name in statements, with the owner of each. */
export function tableOwners(features: readonly string[]): Map<string, string> {
  const [, list = ''] = /export interface DB \{([^}]*)\}/.exec(text('src/server/db/tables.ts')) ?? [];
  const byLength = [...features].sort((a, b) => b.length - a.length);
  return new Map(
    [...list.matchAll(/^ {2}(\w+):/gm)].map(([, table = '']) => {
      const owner = platformTables.has(table) ? platform : owners[table];
      return [table, owner ?? byLength.find((name) => new RegExp(`^${name}(?![a-z])`).test(table)) ?? ''];
    }),
  );
}

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Keywords before a table in SQL, with further tables: `from a x, b y`. */
const inSql =
  /\b(from|join|using|into|update)\s+((?:(?:only\s+)?"?[a-z_]+"?(?:\s+(?:as\s+)?[a-z]\w*)?\s*,\s*)*(?:only\s+)?"?[a-z_]+"?)/gi;
/** SQL fragments that begin with a table, or are one. */
const inFragments = /\bsql`\s*"?([a-z_]+)"?(?=`|\s+(?:[a-z]\w?\s+)?(?:where|join|left)\b)/g;
/** Lists of table names from which statements are made. */
const inLists = /\bof \[((?:'[a-z_]+',?\s*)+)\]/g;
/** Tables in calls of the query builder; of a list only the first. */
const inCalls =
  /\b(selectFrom|from|using|\w*[jJ]oin\w*|insertInto|updateTable|deleteFrom|scoped\w*)\(\s*(?:\w+,\s*)?\[?\s*'(\w+)(?: as \w+)?'/g;

/** Returns the tables named in a text, `true` when their rows are changed. */
export function tablesNamed(source: string): [table: string, changed: boolean][] {
  const sql = [...source.matchAll(inSql)].flatMap(({ 0: full, 1: keyword = '', 2: names = '', index }) => {
    const changed =
      /into|update/i.test(keyword) || (/from/i.test(keyword) && /delete\s+$/i.test(source.slice(0, index)));
    return names.split(',').map((name, place): [string, boolean] => {
      const [, table = ''] = /^\s*(?:only\s+)?"?([a-z_]+)/i.exec(name) ?? [];
      return [camel(table), changed && place === 0 && full !== ''];
    });
  });
  const calls = [...source.matchAll(inCalls)].map(([, call = '', table = '']): [string, boolean] => [
    camel(table),
    /^(insert|update|delete)/.test(call),
  ]);
  const fragments = [...source.matchAll(inFragments)].map(([, table = '']): [string, boolean] => [camel(table), false]);
  const lists = [...source.matchAll(inLists)].flatMap(([, names = '']) =>
    [...names.matchAll(/\w+/g)].map(([table]): [string, boolean] => [camel(table), true]),
  );
  return [...sql, ...calls, ...fragments, ...lists];
}

const uncommented = (source: string) => source.replaceAll(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm, '');

/** Returns the references of a file: imported features and tables of others. */
export function arrowsOf(file: string, source: string, tables: ReadonlyMap<string, string>): Arrow[] {
  const [, from = platform, side = ''] = /^src\/features\/(\w+)\/(contract|server|web)/.exec(file) ?? [];
  const plain = uncommented(source);
  if (plain.includes("'#server/testing/")) return [];
  const imports = [...plain.matchAll(/'(?:#features|(?:\.\.\/)+(?:features)?)\/?(\w+)\/(contract|server|web)\b[^']*'/g)]
    .filter(([specifier]) => specifier.startsWith("'#features"))
    .map(([specifier, to = '']) => ({ from, to, label: `${file} imports ${specifier}` }));
  const named = side === 'web' || side === 'contract' ? [] : tablesNamed(plain);
  const statements = named.flatMap(([table, changed]) => {
    const to = tables.get(table);
    if (!to || to === platform || (readByAll.has(table) && !changed)) return [];
    return [{ from, to, label: `${file} ${changed ? 'changes' : 'reads'} ${table}` }];
  });
  return [...imports, ...statements].filter(({ to }) => to !== from);
}

/** Returns every reference in the sources, without tests. */
export function allArrows(tables: ReadonlyMap<string, string>): Arrow[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing[./]/.test(path))
    .sort()
    .flatMap((path) => arrowsOf(`src/${path}`, text(`src/${path}`), tables));
}

/** Returns the tier; features that are not drawn are above all. */
const tierIn = (tiers: ReadonlyMap<string, number>, name: string) => tiers.get(name) ?? 9;

/** Returns references that point upwards. */
export function upward(arrows: readonly Arrow[], tiers: ReadonlyMap<string, number>): Arrow[] {
  return arrows.filter(({ from, to }) => tierIn(tiers, to) > tierIn(tiers, from));
}

/** Returns whether a reference imports a contract: features of one tier may read each other's, as Biome finds circles of files. */
export const importsContract = ({ label }: Arrow): boolean => label.endsWith("/contract.ts'");

/** Returns references between features that depend on each other in a circle, directly or indirectly. */
export function circular(arrows: readonly Arrow[]): Arrow[] {
  const targetsByFeature = new Map<string, Set<string>>();
  for (const { from, to } of arrows) targetsByFeature.set(from, (targetsByFeature.get(from) ?? new Set()).add(to));
  const reached = (start: string) => {
    const seen = new Set<string>();
    const open = [start];
    for (let name = open.pop(); name !== undefined; name = open.pop())
      for (const next of targetsByFeature.get(name) ?? []) if (!seen.has(next) && seen.add(next)) open.push(next);
    return seen;
  };
  const reach = new Map([...targetsByFeature.keys()].map((name) => [name, reached(name)]));
  return arrows.filter(({ from, to }) => reach.get(to)?.has(from));
}
