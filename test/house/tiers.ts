/** Which feature knows which: read from the sources, judged by the tiers that ARCHITECTURE.md draws. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** What every feature stands on: `server/`, `shared/`, `web/`, `devices/`. */
export const platform = 'platform';

/** One place where something names something of another feature. */
export interface Arrow {
  from: string;
  to: string;
  /** File and what it names. */
  label: string;
}

/** Whose a table is that does not begin with the name of its feature. */
const owners: Record<string, string> = {
  benefit: 'customer',
  consent: 'customer',
  captcha: 'login',
  deviceState: 'equipment',
  listSetting: 'view',
  menuApi: 'menu',
  menuApiSeed: 'menu',
  position: 'equipment',
  rawMessage: 'equipment',
  reading: 'equipment',
  revealLook: 'field',
  savedView: 'view',
  stockMove: 'equipment',
  unknownMessage: 'equipment',
  userActivation: 'activation',
};

/** What the platform writes itself, whatever else is called alike. */
const platformTables = new Set(
  `backup backupAlarm cacheVersion changeLog cmdLog dailyNumber event job keyCheck keyRotation lease logDrop loginGuard loginLog logRedaction
  migration partitionSetting placedCount presence pushNonce pushSubscription scheduleLog seal session vapidKey`.split(
    /\s+/,
  ),
);

/**
 * Who somebody is, where they belong and what they may: the platform reads these for session, right, scope and day, and so may
 * everybody. Their feature alone changes them.
 */
const readByAll = new Set(
  `department dictionary menu menuApi project role roleDepartment roleMenu user userExtraDepartment userRole`.split(
    /\s+/,
  ),
);

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The tier of each feature, as drawn; 1 is the platform. */
export function drawnTiers(drawing = text('ARCHITECTURE.md')): Map<string, number> {
  const tiers = new Map([[platform, 1]]);
  for (const [, tier, names = ''] of drawing.matchAll(/^ {4}([2-9]) {2}(\S.*)$/gm))
    for (const name of names.trim().split(/[ ·]+/)) tiers.set(name, Number(tier));
  return tiers;
}

/** The tables of the database, as statements name them, with whom each belongs to. */
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

/** What stands in front of a table in SQL, with the tables after it: `from a x, b y`. */
const inSql =
  /\b(from|join|using|into|update)\s+((?:(?:only\s+)?"?[a-z_]+"?(?:\s+(?:as\s+)?[a-z]\w*)?\s*,\s*)*(?:only\s+)?"?[a-z_]+"?)/gi;
/** A fragment that begins with a table, or is one. */
const inFragments = /\bsql`\s*"?([a-z_]+)"?(?=`|\s+(?:[a-z]\w?\s+)?(?:where|join|left)\b)/g;
/** Tables in a list that statements are made of. */
const inLists = /\bof \[((?:'[a-z_]+',?\s*)+)\]/g;
/** The same in a call of the builder; of a list of tables the first. */
const inCalls =
  /\b(selectFrom|from|using|\w*[jJ]oin\w*|insertInto|updateTable|deleteFrom|scoped\w*)\(\s*(?:\w+,\s*)?\[?\s*'(\w+)(?: as \w+)?'/g;

/** The tables that a text names, `true` where it changes their rows. */
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

/** The arrows that begin in a file: features that it imports and tables of others that its statements name. */
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

/** Every arrow of the sources, tests apart. */
export function allArrows(tables: ReadonlyMap<string, string>): Arrow[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing[./]/.test(path))
    .sort()
    .flatMap((path) => arrowsOf(`src/${path}`, text(`src/${path}`), tables));
}

/** What is not drawn stands above all. */
const tierIn = (tiers: ReadonlyMap<string, number>, name: string) => tiers.get(name) ?? 9;

/** The arrows that lead upwards. */
export function upward(arrows: readonly Arrow[], tiers: ReadonlyMap<string, number>): Arrow[] {
  return arrows.filter(({ from, to }) => tierIn(tiers, to) > tierIn(tiers, from));
}

/** The arrows between features that know each other in a circle, directly or through others. */
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
