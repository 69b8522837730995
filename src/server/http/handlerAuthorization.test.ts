import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extensionsOf, findFeatures } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import type { HandlerCases, HandlerTry, RecordKind } from '#server/testing/authorization.ts';
import { scopeFree } from '#server/testing/authorization.ts';
import { aKey, type TestUser } from '#server/testing/rows.ts';
import { CaseWorld, type Inside, missing, type Outside } from '#server/testing/scope/caseWorld.ts';
import { buildApp } from './app.ts';

const features = (await extensionsOf('authorization')).map(({ extension: part }) => part);
const kinds = new Map<string, RecordKind>(features.flatMap((feature) => Object.entries(feature.kinds)));
const described = scopeFree('what the contracts say of themselves, for whoever joins another system');
const running = scopeFree('whether the product runs and how busy it is, for the machines around it');
const page = scopeFree('the built page, the same for everybody before a login');
const ours: Record<string, HandlerCases> = {
  'GET /': page,
  'GET /*': page,
  'GET /healthz': running,
  'GET /readyz': running,
  'GET /metrics': running,
  'GET /api/docs': described,
  'GET /api/docs/*': described,
};
const handlers = Object.entries(features.reduce((all, feature) => Object.assign(all, feature.handlers), ours));
const tried = handlers.flatMap(([name, handler]): [string, readonly HandlerTry[]][] =>
  'tries' in handler ? [[name, handler.tries]] : [],
);

let app: TestApp;
let places: CaseWorld;
/** Permission of each address that is answered, by method and path. */
const permissions = new Map<string, unknown>();

beforeAll(async () => {
  app = await startApp();
  places = await CaseWorld.open(app, kinds);
  const built = await buildApp(({ method, url, schema }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') permissions.set(`${one} ${url}`, schema?.['x-permission']);
  });
  await built.ready();
  await built.close();
});
afterAll(() => app.stop());

const callers = new Map<HandlerTry, Promise<TestUser>>();

/** Returns the caller with the permission: a user of that side, or an app. */
function callerOf(handlerTry: HandlerTry, side: Inside | Outside): Promise<TestUser> {
  if (!handlerTry.caller) return places.callerOf(handlerTry, handlerTry.with ?? [], side);
  const caller = callers.get(handlerTry) ?? handlerTry.caller(app, places.home, true);
  callers.set(handlerTry, caller);
  return caller;
}

const prepared = async (handlerTry: HandlerTry, side: Inside | Outside) =>
  places.prepared(handlerTry, side, await callerOf(handlerTry, side));

test('every address that is answered is an endpoint of a contract or a handler with its authorization cases', async () => {
  const endpoints = (await findFeatures()).flatMap((feature) =>
    Object.values(feature.endpoints).map(({ method, path }) => `${method} ${path}`),
  );
  expect([...endpoints, ...handlers.map(([name]) => name)].sort()).toEqual([...permissions.keys()].sort());
});

test('a handler that reaches no owned record says why', () => {
  for (const [name, handler] of handlers) if ('free' in handler) expect(handler.free.length, name).toBeGreaterThan(20);
});

describe.each(tried)('%s', (name, tries) => {
  describe.each(tries.map((one): [string, string, HandlerTry] => [one.how, one.kind, one]))(
    '%s a %s',
    (_h, _k, one) => {
      const tells = ({ status, text }: { status: number; text: string }, mark: string) =>
        one.how === 'names' ? status === 200 : text.includes(mark);

      test('to nobody without a token, and to none without the right', async () => {
        const { record, world } = await prepared(one, 'here');
        const anonymous = { ...world, user: { ...world.user, token: '' } };
        expect(await one.ask(record, anonymous)).toMatchObject({ status: one.anonymousStatus });
        if (typeof one.wrongRole === 'string') return;
        const user = one.caller ? await one.caller(app, places.home, false) : await places.userAt(places.home, []);
        const answer = await one.ask(record, { ...world, user });
        expect(answer.status).toBe(one.wrongRole);
        expect(tells(answer, record.mark), answer.text).toBe(false);
      });

      test('to no key that is not for it', async () => {
        const { record, world } = await prepared(one, 'here');
        for (const kind of ['family', 'display'] as const) {
          if (permissions.get(name) === kind) continue;
          const { key } = await aKey[kind](app);
          const answer = await one.ask(record, { ...world, user: { ...world.user, token: key } });
          expect(answer.status, kind).toBe(one.anonymousStatus);
          expect(tells(answer, record.mark), answer.text).toBe(false);
        }
      });

      test('only within department and project, and with the scope self only one’s own', async () => {
        for (const side of places.outsides(one)) {
          const { record, world } = await prepared(one, side);
          const answer = await one.ask(record, world);
          expect(tells(answer, record.mark), `another ${side}: ${answer.text.slice(0, 500)}`).toBe(false);
          if (one.how === 'shows') continue;
          const absent = await one.ask({ ...record, id: missing }, world);
          expect([answer.status, withoutTrace(answer.text)], `another ${side}`).toEqual([
            404,
            withoutTrace(absent.text),
          ]);
        }
        for (const side of places.insides(one)) {
          const { record, world } = await prepared(one, side);
          const answer = await one.ask(record, world);
          expect(answer.status, `${side}: ${answer.text.slice(0, 500)}`).toBe(200);
          expect(tells(answer, record.mark), `${side}: ${answer.text.slice(0, 500)}`).toBe(true);
        }
      });
    },
  );
});

/** Returns the text of a refusal without its trace id. */
function withoutTrace(text: string): string {
  return text.replaceAll(/[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}/g, 'trace');
}
