import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessmentApi } from '#features/assessment/contract.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aProject, aUser, type TestUser } from '#server/testing/rows.ts';
import { anAssessment, aScale, type StoredAssessment, withoutHold } from '../testing.ts';
import type { AssessmentFilters, AssessmentStatus } from './types.ts';

interface Person {
  id: string;
  department: string;
  /** Departments above and itself. */
  path: string[];
  region: string;
  zone: string;
}

type Row = StoredAssessment & { id: string; person: Person; shown: AssessmentStatus };

let app: TestApp;
let [top, left, right]: string[] = [];
let assessors: TestUser[] = [];
const people: Person[] = [];
const rows: Row[] = [];
// Somewhere in these zones the day is another one at any hour.
const zones = ['Asia/Shanghai', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const scales = ['try', 'other'];
const grades = ['good', 'fair', 'poor'];
const states = ['draft', 'review', 'done', 'void', 'replaced'] as const;

let seed = 42;
/** Returns a repeatable number from 0 to below `below`. */
function drawn(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}
const one = <T>(values: readonly T[]): T => values[drawn(values.length)] as T;
const some = <T>(values: readonly T[]): T[] => values.filter(() => drawn(2) === 0);
const today = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format();
const later = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

async function addPeople(): Promise<void> {
  for (let index = 0; index < 12; index++) {
    const department = one([top, left, right]) ?? '';
    const zone = zones[index % zones.length] ?? '';
    const project = await aProject(app);
    await app.sql('update project set time_zone = $2 where id = $1', [project, zone]);
    const region = one(['330102', '330102001', '330105', '330200', '330100']);
    const id = await aCustomer(app, { department, project });
    await app.sql('update customer set region_code = $2 where id = $1', [id, region]);
    people.push({ id, department, region, zone, path: department === top ? [top] : [top ?? '', department] });
  }
}

/** Adds one of a person; of each scale the newest finished one is the latest. */
async function add(
  person: Person,
  scale: string,
  scaleVersionId: string,
  back: number,
  latest: boolean,
): Promise<void> {
  const status = latest ? 'done' : one(states);
  const finished = !['draft', 'review'].includes(status);
  const grade = one(grades);
  const manual = finished && drawn(5) === 0;
  const validUntil = finished ? later(today('UTC'), one([-40, -2, -1, 0, 1, 2, 29, 30, 31, 90])) : null;
  const fields: StoredAssessment = {
    ...{ customerId: person.id, scale, scaleVersionId, status, validUntil, latest, answers: {}, notes: {} },
    ...{ date: later(today('UTC'), -back * 30), assessorIds: some(assessors).map(({ id }) => id) },
    ...{ total: finished ? drawn(5) : null, preliminary: null, replacesId: null, reason: 'first' },
    ...{ final: finished && !manual ? grade : null, manualGrade: manual ? grade : null },
  };
  if (fields.assessorIds.length === 0) fields.assessorIds = [assessors[0]?.id ?? ''];
  const isOver = validUntil !== null && validUntil < today(person.zone);
  const shown = status === 'done' && isOver ? 'expired' : status;
  rows.push({ ...fields, id: await anAssessment(app, fields), person, shown });
}

beforeAll(async () => {
  app = await startApp({ env: { ROLES: 'web' } });
  top = await aDepartment(app);
  [left, right] = [await aDepartment(app, top), await aDepartment(app, top)];
  assessors = [await aUser(app, { role: 'health' }), await aUser(app, { role: 'health' })];
  await addPeople();
  const versions = [await aScale(app, 'try'), await aScale(app, 'other', { name: '另一量表' })];
  await withoutHold(app, async () => {
    for (const person of people)
      for (const [index, scale] of scales.entries())
        for (let back = 0; back < 4; back++) await add(person, scale, versions[index] ?? '', back, back === 0);
  });
});
afterAll(() => app.stop());

const ofRegion = (row: Row, code = '') => row.person.region.startsWith(code.replace(/(00)+$/, ''));

const isDue = ({ latest, status, validUntil, person: { zone } }: Row, days: number) =>
  latest && status === 'done' && `${validUntil}` >= today(zone) && `${validUntil}` <= later(today(zone), days);

/** The second selection, by the rules of domain.md 6.23: what each filter means; `area` is judged apart. */
const rules: { [K in keyof AssessmentFilters]?: (row: Row, value: NonNullable<AssessmentFilters[K]>) => boolean } = {
  customerId: ({ person }, id) => person.id === id,
  scale: (row, codes) => codes.length === 0 || codes.includes(row.scale),
  grade: (row, codes) => codes.length === 0 || codes.includes(row.final ?? row.manualGrade ?? ''),
  status: (row, codes) => codes.length === 0 || codes.includes(row.shown),
  assessorId: (row, id) => row.assessorIds.includes(id),
  dateFrom: (row, day) => row.date >= day,
  dateTo: (row, day) => row.date <= day,
  dueDays: isDue,
  latest: (row, value) => row.latest === value,
};

/** `areaOnly` is about the region, without one about the department. */
function isInArea({ departmentId, regionCode, areaOnly }: AssessmentFilters) {
  if (areaOnly && regionCode === undefined) return ({ person }: Row) => person.department === departmentId;
  const isBelow = ({ person }: Row) => !departmentId || person.path.includes(departmentId);
  if (areaOnly) return (row: Row) => row.person.region === regionCode && isBelow(row);
  return (row: Row) => ofRegion(row, regionCode) && isBelow(row);
}

function selectedBy(filters: AssessmentFilters): Row[] {
  const conditions = Object.entries(filters).flatMap(([key, value]) => {
    const rule = rules[key as keyof AssessmentFilters] as ((row: Row, value: unknown) => boolean) | undefined;
    return rule && value !== undefined ? [(row: Row) => rule(row, value)] : [];
  });
  const all = [...conditions, isInArea(filters)];
  return rows.filter((row) => all.every((holds) => holds(row)));
}

/** Draws some of the filters. */
function drawnFilters(): AssessmentFilters {
  const all: AssessmentFilters[] = [
    { customerId: one(people).id },
    { scale: some(scales) },
    { grade: some(grades) },
    { status: some([...states, 'expired'] as const) },
    { assessorId: one(assessors).id },
    { dateFrom: later(today('UTC'), -one([20, 45, 70])) },
    { dateTo: later(today('UTC'), -one([0, 15, 40])) },
    { dueDays: one([1, 2, 29, 30, 31]) },
    { latest: one([true, false]) },
    { departmentId: one([top, left, right]) ?? '' },
    { regionCode: one(['330000', '330100', '330102', '330200', '330102001']) },
    { departmentId: one([top, left]) ?? '', areaOnly: true },
    { regionCode: one(['330100', '330102']), areaOnly: true },
  ];
  const chosen = Object.assign({}, ...Array.from({ length: 1 + drawn(3) }, () => one(all))) as AssessmentFilters;
  if (chosen.dateFrom && chosen.dateTo && chosen.dateFrom > chosen.dateTo) delete chosen.dateTo;
  return chosen;
}

const byNewest = (a: Row, b: Row) => (a.date === b.date ? Number(b.id) - Number(a.id) : a.date < b.date ? 1 : -1);

test('any filters of the list select what the rules select, in the same order and number', async () => {
  for (let turn = 0; turn < 50; turn++) {
    const filters = drawnFilters();
    const expected = selectedBy(filters).sort(byNewest);
    const list = await app.list(assessmentApi.getAssessmentList, { ...filters, limit: 200 }, app.admin);
    const shown = list.rows.map(({ id, status }) => `${id} ${status}`);
    expect(shown, JSON.stringify(filters)).toEqual(expected.map(({ id, shown: status }) => `${id} ${status}`));
    expect(list.count).toBe(expected.length);
  }
});

type Area = Pick<AssessmentFilters, 'departmentId' | 'regionCode'>;
const newest = { scale: ['try'], status: ['done' as const], latest: true, limit: 0 };

const counted = async (filters: AssessmentFilters) =>
  (await app.list(assessmentApi.getAssessmentList, { ...newest, ...filters }, app.admin)).count;

/** Returns the list's filters for one area next below another. */
function filtersOf(area: Area, id: string): AssessmentFilters {
  const own = area.regionCode ?? area.departmentId;
  const place = area.regionCode === undefined ? { departmentId: id } : { ...area, regionCode: id };
  return { ...place, ...(id === own && { areaOnly: true }) };
}

test('figures by area are those of the list, and together those of the whole', async () => {
  const areas: Area[] = [
    ...[{ departmentId: top ?? '' }, { departmentId: left ?? '' }],
    ...[{ regionCode: '330100' }, { regionCode: '330102' }, { regionCode: '330000', departmentId: left ?? '' }],
  ];
  for (const area of areas) {
    const figures = await app.call(assessmentApi.getAssessmentArea, { scale: 'try', ...area }, app.admin);
    const cells = figures.flatMap(({ id, grades: all }) => Object.entries(all).map(([grade, n]) => ({ id, grade, n })));
    const filled = cells.filter(({ n }, index) => n > 0 || index < 6);
    for (const { id, grade, n } of filled)
      expect(await counted({ ...filtersOf(area, id), grade: [grade] }), `${id} ${grade}`).toBe(n);
    const sum = cells.reduce((total, { n }) => total + n, 0);
    expect(sum, JSON.stringify(area)).toBe(await counted(area));
    expect(sum).toBeGreaterThan(0);
  }
});

test('without an area the departments below the top stand for everybody', async () => {
  const figures = await app.call(assessmentApi.getAssessmentArea, { scale: 'try' }, app.admin);
  const sum = figures.flatMap((area) => Object.values(area.grades)).reduce((total, n) => total + n, 0);
  expect(sum).toBe(await counted({}));
});
