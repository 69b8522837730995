import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findParts, findRooms } from '#server/feature/find.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import type { DoorReach, DoorTry, RecordKind, RoomReach } from '#server/testing/reach.ts';
import { scopeFree } from '#server/testing/reach.ts';
import { type Inside, missing, type Outside, ReachWorld } from '#server/testing/reachWorld.ts';
import type { TestUser } from '#server/testing/rows.ts';
import { buildApp } from './app.ts';

const rooms = (await findParts<RoomReach>('reach')).map(({ part }) => part);
const kinds = new Map<string, RecordKind>(rooms.flatMap((room) => Object.entries(room.kinds)));
const described = scopeFree('what the contracts say of themselves, for whoever joins another system');
const running = scopeFree('whether the product runs and how busy it is, for the machines around it');
const page = scopeFree('the built page, the same for everybody before a login');
const ours: Record<string, DoorReach> = {
  'GET /': page,
  'GET /*': page,
  'GET /healthz': running,
  'GET /readyz': running,
  'GET /metrics': running,
  'GET /api/docs': described,
  'GET /api/docs/*': described,
};
const doors = Object.entries(rooms.reduce((all, room) => Object.assign(all, room.doors), ours));
const tried = doors.flatMap(([name, door]): [string, readonly DoorTry[]][] =>
  'tries' in door ? [[name, door.tries]] : [],
);

let app: TestApp;
let places: ReachWorld;

beforeAll(async () => {
  app = await startApp();
  places = await ReachWorld.open(app, kinds);
});
afterAll(() => app.stop());

const callers = new Map<DoorTry, Promise<TestUser>>();

/** Who comes with the right: a person of the place, or an application of it. */
function callerOf(one: DoorTry, side: Inside | Outside): Promise<TestUser> {
  if (!one.caller) return places.callerOf(one, one.with ?? [], side);
  const made = callers.get(one) ?? one.caller(app, places.here, true);
  callers.set(one, made);
  return made;
}

const prepared = async (one: DoorTry, side: Inside | Outside) => places.prepared(one, side, await callerOf(one, side));

test('every address that is answered is an endpoint of a contract or a door that says how far it reaches', async () => {
  const answered = new Set<string>();
  const built = await buildApp(({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') answered.add(`${one} ${url}`);
  });
  await built.ready();
  await built.close();
  const endpoints = (await findRooms()).flatMap((room) =>
    Object.values(room.endpoints).map(({ method, path }) => `${method} ${path}`),
  );
  expect([...endpoints, ...doors.map(([name]) => name)].sort()).toEqual([...answered].sort());
});

test('a door that reaches no owned record says why', () => {
  for (const [name, door] of doors) if ('free' in door) expect(door.free.length, name).toBeGreaterThan(20);
});

describe.each(tried)('%s', (_name, tries) => {
  describe.each(tries.map((one): [string, string, DoorTry] => [one.how, one.kind, one]))('%s a %s', (_h, _k, one) => {
    const tells = ({ status, text }: { status: number; text: string }, mark: string) =>
      one.how === 'names' ? status === 200 : text.includes(mark);

    test('to nobody without a token, and to none without the right', async () => {
      const { made, world } = await prepared(one, 'here');
      const stranger = { ...world, user: { ...world.user, token: '' } };
      expect(await one.ask(made, stranger)).toMatchObject({ status: one.nobody });
      if (typeof one.wrongRole === 'string') return;
      const user = one.caller ? await one.caller(app, places.here, false) : await places.somebody(places.here, []);
      const answer = await one.ask(made, { ...world, user });
      expect(answer.status).toBe(one.wrongRole);
      expect(tells(answer, made.mark), answer.text).toBe(false);
    });

    test('only within department and project, and with the scope self only one’s own', async () => {
      for (const side of places.outsides(one)) {
        const { made, world } = await prepared(one, side);
        const answer = await one.ask(made, world);
        expect(tells(answer, made.mark), `another ${side}: ${answer.text.slice(0, 500)}`).toBe(false);
        if (one.how === 'shows') continue;
        const absent = await one.ask({ ...made, id: missing }, world);
        expect([answer.status, withoutTrace(answer.text)], `another ${side}`).toEqual([404, withoutTrace(absent.text)]);
      }
      for (const side of places.insides(one)) {
        const { made, world } = await prepared(one, side);
        const answer = await one.ask(made, world);
        expect(answer.status, `${side}: ${answer.text.slice(0, 500)}`).toBe(200);
        expect(tells(answer, made.mark), `${side}: ${answer.text.slice(0, 500)}`).toBe(true);
      }
    });
  });
});

/** The words of a refusal without what differs from one request to the next. */
function withoutTrace(text: string): string {
  return text.replaceAll(/[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}/g, 'trace');
}
