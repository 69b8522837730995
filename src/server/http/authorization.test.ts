import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyKindOf } from '#server/auth/accessKey.ts';
import { extensionsOf, findFeatures } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import type { Cases, Check, CreatedRecord, RecordKind, World } from '#server/testing/authorization.ts';
import type { Answer } from '#server/testing/http.ts';
import { aKey, anApplication, type TestUser } from '#server/testing/rows.ts';
import { CaseWorld, type Inside, missing, type Outside, type Try } from '#server/testing/scope/caseWorld.ts';
import type { Endpoint } from '#shared/endpoint.ts';

const endpoints: Endpoint[] = (await findFeatures()).flatMap((feature) => Object.values(feature.endpoints));
const features = (await extensionsOf('authorization')).map(({ extension: part }) => part);
const kinds = new Map<string, RecordKind>(features.flatMap((feature) => Object.entries(feature.kinds)));
const cases = new Map<string, Cases>(
  features.flatMap((feature) =>
    Object.entries(feature.endpoints).flatMap(([name, { path }]): [string, Cases][] => {
      const featureCases = feature.cases[name];
      return featureCases ? [[path, featureCases]] : [];
    }),
  ),
);
const tried = endpoints.flatMap((endpoint): [string, Endpoint, Extract<Cases, { checks: unknown }>][] => {
  const tries = cases.get(endpoint.path);
  return tries && 'checks' in tries ? [[endpoint.path, endpoint, tries]] : [];
});

let app: TestApp;
let places: CaseWorld;

beforeAll(async () => {
  app = await startApp();
  places = await CaseWorld.open(app, kinds);
});
afterAll(() => app.stop());

function permissionsFor(endpoint: Endpoint, check: Check): string[] {
  const base = endpoint.permission.includes(':') ? [endpoint.permission] : [];
  return [...base, ...(check.with ?? [])];
}

const bearers = new Map<Check, Promise<TestUser>>();

/** Returns the user who tries it, or the bearer of the endpoint's key. */
function callerOf(endpoint: Endpoint, check: Check, side: Inside | Outside): Promise<TestUser> {
  if (!check.caller) return places.callerOf(check, permissionsFor(endpoint, check), side);
  const bearer = bearers.get(check) ?? check.caller(app, places.home);
  bearers.set(check, bearer);
  return bearer;
}

/** Prepares a record on that side, and the user who tries to reach it. */
async function prepared(endpoint: Endpoint, check: Check, side: Inside | Outside): Promise<Try> {
  return places.prepared(check, side, await callerOf(endpoint, check, side));
}

async function callEndpoint(endpoint: Endpoint, check: Check, { world, record }: Try): Promise<Answer> {
  const input = (await check.input(record, world)) as Record<string, unknown>;
  if (!endpoint.upload) return app.tryCall(endpoint, input, world.user.token);
  const part = (name: string, attributes: string) =>
    `--cut\r\nContent-Disposition: form-data; name="${name}"${attributes}\r\n\r\n`;
  const fields = Object.entries(input).map(([name, value]) => `${part(name, '')}${String(value)}\r\n`);
  const content = (await check.file?.()) ?? Buffer.from('x');
  const body = Buffer.concat([
    Buffer.from(`${fields.join('')}${part('file', '; filename="a.bin"')}`),
    content,
    Buffer.from('\r\n--cut--\r\n'),
  ]);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=cut' };
  return app.ask({ path: endpoint.path, body, headers, token: world.user.token });
}

async function expectRefused(endpoint: Endpoint, check: Check, side: Outside): Promise<void> {
  const setup = await prepared(endpoint, check, side);
  const previous = await places.rowOf(check, setup.record.id);
  const answer = await callEndpoint(endpoint, check, setup);
  const absent = await callEndpoint(endpoint, check, { ...setup, record: { ...setup.record, id: missing } });
  const allowed = check.how === 'names' ? [404] : [400, 404];
  expect(allowed, `another ${side}: ${answer.status} ${answer.msg}`).toContain(answer.status);
  expect([answer.msg, answer.data], `another ${side} is told apart from nothing`).toEqual([absent.msg, absent.data]);
  expect(await places.rowOf(check, setup.record.id), `another ${side}`).toEqual(previous);
}

async function textOf(check: Extract<Check, { how: 'shows' }>, world: World, answer: Answer): Promise<string> {
  return check.text ? await check.text(answer.data, world) : JSON.stringify(answer.data);
}

async function expectDone(endpoint: Endpoint, check: Check, side: Inside): Promise<void> {
  const answer = await callEndpoint(endpoint, check, await prepared(endpoint, check, side));
  expect([answer.status, answer.msg], `${side}: ${answer.text}`).toEqual([200, '']);
}

/** Returns whether the text contains the exact mark: u57 does not match u571. */
function mentions(text: string, mark: string): boolean {
  return text.split(mark).some((rest, index) => index > 0 && !/^\d/.test(rest));
}

/** Page size of the list requests. */
const fullPage = 200;

/** Runs the sides one after the other, so that a short list contains the newest record. */
async function expectShown(endpoint: Endpoint, check: Extract<Check, { how: 'shows' }>): Promise<void> {
  for (const side of places.outsides(check)) {
    const setup = await prepared(endpoint, check, side);
    const answer = await callEndpoint(endpoint, check, setup);
    const text = await textOf(check, setup.world, answer);
    expect(
      mentions(text, setup.record.mark),
      `${setup.record.mark} of another ${side} is told: ${text.slice(0, 2000)}`,
    ).toBe(false);
    if (!endpoint.list || answer.code !== 0) continue;
    // A full page says nothing about the total; a search counts only the rows it shows.
    const rows = (answer.data as unknown[]).length;
    expect(rows < fullPage ? answer.count : rows).toBe(rows);
  }
  for (const side of places.insides(check)) {
    const setup = await prepared(endpoint, check, side);
    const answer = await callEndpoint(endpoint, check, setup);
    expect([answer.status, answer.msg], side).toEqual([200, '']);
    expect(await textOf(check, setup.world, answer), side).toContain(setup.record.mark);
  }
}

async function expectCounted(endpoint: Endpoint, check: Extract<Check, { how: 'counts' }>): Promise<void> {
  for (const side of [...places.outsides(check), ...places.insides(check)]) {
    const user = await callerOf(endpoint, check, side);
    const figure = async (record: CreatedRecord) => {
      const answer = await callEndpoint(endpoint, check, {
        world: { app, user, owner: user, here: places.home },
        record,
      });
      // A 404 for the whole figure counts as 0.
      if (side === 'person' && answer.status === 404) return 0;
      expect([answer.status, answer.msg]).toEqual([200, '']);
      return check.of(answer.data, record) ?? 0;
    };
    const previous = await figure({ id: missing, mark: '' });
    const { record } = await places.prepared(check, side, user, true);
    expect((await figure(record)) - previous, `one more in ${side}`).toBe(side === 'here' || side === 'own' ? 1 : 0);
  }
}

/** Returns the input fields that refer to an object by id. */
function idFields({ input, list }: Endpoint): string[] {
  const { properties = {} } = input as { properties?: Record<string, unknown> };
  return list ? [] : Object.keys(properties).filter((name) => /^ids?$|Ids?$/.test(name));
}

test('every endpoint of every contract has its authorization cases, and no other does', () => {
  expect([...cases.keys()].sort()).toEqual(endpoints.map(({ path }) => path).sort());
});

test('what reaches no owned record says why', () => {
  for (const [path, tries] of cases) {
    if ('free' in tries) expect(tries.free.length, path).toBeGreaterThan(20);
  }
});

test.each(endpoints.map((one): [string, Endpoint] => [one.path, one]))(
  '%s has a try for each id that it takes, or a reason',
  async (path, endpoint) => {
    const tries = cases.get(path) as Cases;
    if ('free' in tries) return;
    const user = { id: '1', account: 'x', name: 'x', token: '' };
    const anonymous = { app, user, owner: user, here: places.home };
    const inputs = await Promise.all(
      tries.checks.map(
        async (check) => (await check.input({ id: missing, mark: 'x' }, anonymous)) as Record<string, unknown>,
      ),
    );
    const named = idFields(endpoint).filter((field) =>
      inputs.some((input) => JSON.stringify(input[field] ?? null).includes(missing)),
    );
    const reasons = Object.keys(tries.alsoFree ?? {});
    expect([...named, ...reasons].sort()).toEqual(idFields(endpoint).sort());
  },
);

test('a check of an endpoint for a key names its bearer, and no other check does', () => {
  for (const [path, { permission }, { checks }] of tried)
    for (const check of checks) expect(check.caller !== undefined, path).toBe(keyKindOf(permission) !== null);
});

/** Tokens that are no session, each with the endpoints that it opens. */
const others: [string, () => Promise<string>, (endpoint: Endpoint) => boolean][] = [
  ['key of a customer user', async () => (await aKey.family(app)).key, ({ permission }) => permission === 'family'],
  ['key of a wall', async () => (await aKey.display(app)).key, ({ permission }) => permission === 'display'],
  [
    'token of an application',
    async () => (await anApplication(app, { scopes: ['profile'] })).token,
    ({ alsoFor }) => alsoFor?.includes('app') ?? false,
  ],
];

test.each(others)('the %s opens the endpoints that are for it and no other', async (_, make, opens) => {
  const token = await make();
  const answers = await Promise.all(
    endpoints
      .filter(({ permission }) => permission !== 'public')
      .map(async (endpoint) => [
        endpoint.path,
        (await app.tryCall(endpoint, {}, token)).status !== 401,
        opens(endpoint),
      ]),
  );
  expect(answers.filter(([, opened, allowed]) => opened !== allowed)).toEqual([]);
});

test.each(
  endpoints.filter(({ permission }) => keyKindOf(permission)).map((one): [string, Endpoint] => [one.path, one]),
)(
  '%s is closed without its key: to a session unless the contract opens it, to nobody, to another key',
  async (_, endpoint) => {
    const foreign = await aKey[endpoint.permission === 'family' ? 'display' : 'family'](app);
    const status = async (token?: string) => (await app.tryCall(endpoint, {}, token)).status;
    expect([await status(), await status(foreign.key)]).toEqual([401, 401]);
    if (!endpoint.alsoFor?.includes('login')) expect(await status(app.admin)).toBe(401);
  },
);

describe.each(tried)('%s', (_path, endpoint, { checks }) => {
  test.each(checks.map((check): [string, string, Check] => [check.how, check.kind, check]))(
    '%s a %s only within department and project, and with the scope self only one’s own',
    async (_how, _kind, check) => {
      if (check.how === 'shows') return expectShown(endpoint, check);
      if (check.how === 'counts') return expectCounted(endpoint, check);
      for (const side of places.outsides(check)) await expectRefused(endpoint, check, side);
      for (const side of places.insides(check)) await expectDone(endpoint, check, side);
    },
  );
});
