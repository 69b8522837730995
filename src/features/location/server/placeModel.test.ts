import { afterAll, beforeAll, expect, test } from 'vitest';
import { locationApi } from '#features/location/contract.ts';
import { seededRandom } from '#server/feature/populate.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aDevice, aProject, aRole, aUser, next, type TestUser } from '#server/testing/rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const random = seededRandom(33);
const minute = 60_000;
const start = Math.floor(Date.now() / 1000) * 1000;
const iso = (ms: number) => new Date(ms).toISOString();
/** Minutes of the tracks. */
const length = 1000;

interface Customer {
  id: string;
  department: string;
  project: string;
  owner: string | null;
  agreed: boolean;
}
interface Binding {
  device: string;
  customer: Customer;
  from: number;
  /** Null: still bound. */
  until: number | null;
}
interface Point {
  device: string;
  minute: number;
  customer: string | null;
}
interface Seer extends TestUser {
  departments: string[] | null;
  projects: string[] | null;
  /** Sees own people alone. */
  self: boolean;
}

const sees = ({ id, departments, projects, self }: Seer, customer: Customer) =>
  (projects?.includes(customer.project) ?? true) &&
  (self ? customer.owner === id : (departments?.includes(customer.department) ?? true));

/** Four departments, two of them below another, and two projects; users of each kind of scope. */
async function aPlatform() {
  const above = await aDepartment(app);
  const below = [await aDepartment(app, above), await aDepartment(app, above)];
  const other = await aDepartment(app);
  const projects = [await aProject(app), await aProject(app)];
  const permissions = ['location:list', 'location:track', 'location:export'];
  const seer = async (
    scope: 'all' | 'department' | 'department_below' | 'self',
    sees: string[] | null,
    limit?: string,
  ) => {
    const roleId = await aRole(app, { scope, permissions });
    const user = await aUser(app, { roleId, department: above, ...(limit && { projects: [limit] }) });
    return { ...user, departments: sees, projects: limit ? [limit] : null, self: scope === 'self' };
  };
  const seers: Seer[] = [
    await seer('all', null),
    await seer('all', null, projects[0]),
    await seer('department', [above]),
    await seer('department_below', [above, ...below]),
    await seer('department_below', [above, ...below], projects[1]),
    await seer('self', null),
  ];
  return { departments: [above, ...below, other], projects, seers };
}
type Platform = Awaited<ReturnType<typeof aPlatform>>;

async function aPerson({ departments, projects, seers }: Platform): Promise<Customer> {
  const [department, project] = [random.of(departments), random.of(projects)];
  const owner = random.hits(0.5) ? random.of(seers).id : null;
  const [row] = await app.sql<{ id: string }>(
    `insert into customer (no, name, department_id, project_id, service_state, created_by) values ($1, $1, $2, $3, 'active', $4) returning id::text`,
    [`模${next()}`, department, project, owner],
  );
  return { id: row?.id ?? '', department, project, owner, agreed: false };
}

/** Gives the customer one of the consents that there are. */
async function sign(customer: Customer): Promise<void> {
  const [withdrawn, until, agreed] = random.of([
    [null, null, true],
    [null, '2099-01-01', true],
    [null, '2020-01-01', false],
    ['2025-06-01T00:00:00Z', null, false],
  ] as const);
  await app.sql('delete from consent where customer_id = $1', [customer.id]);
  customer.agreed = false;
  if (random.hits(0.15)) return;
  await app.sql(
    `insert into consent (customer_id, purpose, signed_by, relation, signed_at, until, withdrawn_at, reason) values ($1, 'location', '本人', 'self', '2020-01-01', $2, $3, $4)`,
    [customer.id, until, withdrawn, withdrawn && '本人要求'],
  );
  customer.agreed = agreed;
}

/** Lets the device go from one customer to the next, with points in between that name the right one, another, or nobody. */
async function wear(device: string, customers: Customer[]): Promise<{ bindings: Binding[]; points: Point[] }> {
  await app.sql('delete from equipment_binding where equipment_id = $1', [device]);
  const times = [...new Set([0, random.below(length), random.below(length), random.below(length)])].sort(
    (a, b) => a - b,
  );
  const bindings = times.flatMap((from, i): Binding[] => {
    const until = times[i + 1] ?? (random.hits(0.8) ? null : from + 1);
    return random.hits(0.8) ? [{ device, customer: random.of(customers), from, until }] : [];
  });
  for (const { customer, from, until } of bindings)
    await app.sql(
      'insert into equipment_binding (equipment_id, customer_id, bound_at, unbound_at) values ($1, $2, $3, $4)',
      [device, customer.id, at(from), until === null ? null : at(until)],
    );
  const minutes = new Set(Array.from({ length: 12 }, () => random.below(length)));
  const points = [...minutes].map((when): Point => {
    const wearer =
      bindings.find(({ from, until }) => from <= when && (until === null || when < until))?.customer.id ?? null;
    return { device, minute: when, customer: random.hits(0.8) ? wearer : random.of([null, random.of(customers).id]) };
  });
  await app.sql('delete from position where device_id = $1', [device]);
  for (const point of points)
    await app.sql(
      `insert into position (device_id, at, lat, lng, source, project_id, customer_id) values ($1, $2, 28.9, 118.8, 'gnss', 1, $3)`,
      [device, at(point.minute), point.customer],
    );
  const holder = bindings.find(({ until }) => until === null)?.customer.id ?? null;
  await app.sql('update equipment set customer_id = $2 where id = $1', [device, holder]);
  const fix = holder !== null && random.hits(0.8);
  await app.sql(
    `update device_state set lat = $2::float8, lng = $2::float8 + 90, position_source = 'gnss', position_at = case when $2::float8 is not null then now() end where device_id = $1`,
    [device, fix ? 28.9 : null],
  );
  return { bindings, points };
}
const at = (when: number) => iso(start - (length - when) * minute);

/** Returns the minutes of the points of the customer's track, as the rule says. */
function wayOf({ id }: Customer, bindings: readonly Binding[], points: readonly Point[]): number[] {
  return points
    .filter(({ device, minute: when, customer }) =>
      bindings.some(
        (binding) =>
          customer === id &&
          binding.device === device &&
          binding.customer.id === id &&
          binding.from <= when &&
          (binding.until === null || when < binding.until),
      ),
    )
    .map((point) => point.minute)
    .sort((a, b) => a - b);
}

const byNumber = (ids: Iterable<string>) => [...ids].sort((a, b) => Number(a) - Number(b));

/** The people, who of them has a fix, and their ways; undefined: without a device. */
interface World {
  customers: readonly Customer[];
  placed: ReadonlyMap<string, boolean>;
  ways: ReadonlyMap<Customer, number[]>;
}

async function nextRound(customers: Customer[], devices: readonly string[]): Promise<World> {
  for (const customer of customers) await sign(customer);
  const worn = [];
  for (const device of devices) worn.push(await wear(device, customers));
  const [bindings, points] = [worn.flatMap((device) => device.bindings), worn.flatMap((device) => device.points)];
  const fixed = await app.sql<{ id: string; placed: boolean }>(
    `select e.customer_id::text as id, bool_or(s.position_at is not null) as placed from equipment e join device_state s on s.device_id = e.id
     where e.customer_id = any($1) group by 1`,
    [customers.map(({ id }) => id)],
  );
  return {
    customers,
    placed: new Map(fixed.map((row) => [row.id, row.placed])),
    ways: new Map(customers.map((customer) => [customer, wayOf(customer, bindings, points)])),
  };
}

/** Compares list, map and counts with the people whom the user sees; returns those with a place. */
async function compareLists(seer: Seer, { customers, placed }: World, round: number): Promise<Customer[]> {
  const listed = customers.filter((customer) => sees(seer, customer) && placed.has(customer.id));
  const shown = listed.filter(({ id, agreed }) => agreed && placed.get(id));
  const idsOf = (people: readonly Customer[]) => byNumber(people.map(({ id }) => id));
  const ids = idsOf(customers);
  const list = await app.list(locationApi.getPlaceList, { ids, limit: 200 }, seer.token);
  expect(byNumber(list.rows.map(({ customerId }) => customerId))).toEqual(idsOf(listed));
  expect(list.count).toBe(listed.length);
  const withPlace = list.rows.filter(({ place }) => place !== null).map(({ customerId }) => customerId);
  // Maps of the same filters may share a read for two seconds: each round has its own.
  const map = await app.call(locationApi.getPlaceMap, { ids, from: at(-100_000 - round) }, seer.token);
  expect([byNumber(withPlace), map.customerId, map.count]).toEqual([idsOf(shown), idsOf(shown), shown.length]);
  return shown;
}

/** Returns the minutes of a track's points. */
function minutesOf({ t0, dt }: { t0: number | null; dt: number[] }): number[] {
  const begin = ((t0 ?? 0) - Date.parse(at(0))) / minute;
  return dt.map((_, i) => begin + dt.slice(0, i + 1).reduce((sum, step) => sum + step) / 60);
}

/** Compares track, page and now and then the export of one person with what the rules give. */
async function comparePerson(seer: Seer, customer: Customer, way: readonly number[], isShown: boolean): Promise<void> {
  const input = { customerId: customer.id, from: at(0), to: iso(start) };
  const page = await app.tryCall(locationApi.getPlace, { customerId: customer.id }, seer.token);
  const track = await app.tryCall(locationApi.getTrack, input, seer.token);
  const whole = { ...input, raw: true, format: 'gpx' } as const;
  const file = random.hits(0.05) ? await app.tryCall(locationApi.exportTrack, whole, seer.token) : null;
  const refused = customer.agreed ? 200 : 409;
  const status = sees(seer, customer) ? refused : 404;
  expect([track.status, page.status, file?.status ?? status]).toEqual([status, status === 404 ? 404 : 200, status]);
  if (status !== 404) expect(page.data).toMatchObject({ place: isShown ? { lat: 28.9 } : null });
  if (status !== 200) return;
  expect(minutesOf(track.data as never)).toEqual(way);
  if (file) expect(file.data).toMatchObject({ count: way.length });
}

test('list, map, counts, page, track and export show what scope, consent and binding give', {
  timeout: 60_000,
}, async () => {
  const platform = await aPlatform();
  const customers: Customer[] = [];
  for (let i = 0; i < 12; i++) customers.push(await aPerson(platform));
  const devices: string[] = [];
  for (let i = 0; i < 12; i++) devices.push((await aDevice(app)).id);
  for (let round = 0; round < 3; round++) {
    const world = await nextRound(customers, devices);
    for (const seer of platform.seers) {
      const shown = await compareLists(seer, world, round);
      for (const customer of customers)
        await comparePerson(seer, customer, world.ways.get(customer) ?? [], shown.includes(customer));
    }
  }
});
