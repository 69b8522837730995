import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#server/feature/populate.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDepartment, aProject, aRole, aUser } from '#server/testing/rows.ts';
import type { DataScope } from '#shared/codes.ts';
import type { SeedRole } from '#shared/feature.ts';
import { PlaceActs, type Stage } from './testing/placeActs.ts';
import { PlaceCompare } from './testing/placeCompare.ts';
import { PlaceModel, type Viewer } from './testing/placeModel.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Set both for other cases, and for more than the 10,000 of eight rounds. */
const seed = Number(process.env.PLACE_SEED ?? 33);
const rounds = Number(process.env.PLACE_ROUNDS ?? 8);

/** Four departments, two of them below another, two projects, and users of each kind of scope. */
async function aPlatform(): Promise<Pick<Stage, 'departments' | 'projects' | 'viewers'>> {
  const above = await aDepartment(app);
  const below = [await aDepartment(app, above), await aDepartment(app, above)] as const;
  const other = await aDepartment(app);
  const projects = [await aProject(app), await aProject(app)] as const;
  const permissions = ['location:list', 'location:track', 'location:export', 'location:share'];
  const everything = { departments: null, projects: null, self: false, canExport: true, canShare: true };
  const withScope = async (scope: DataScope, visibility: Partial<Viewer> = {}, custom: string[] = []) => {
    const roleId = await aRole(app, { scope, permissions, departments: custom });
    const { projects: limit } = visibility;
    const user = await aUser(app, { roleId, department: above, ...(limit && { projects: [...limit] }) });
    return { ...user, title: `${scope} ${limit?.length ?? ''}`, ...everything, ...visibility };
  };
  const withRole = async (role: SeedRole, department: string, departments: string[]) => {
    const user = await aUser(app, { role, department });
    const isSenior = role !== 'operator';
    return { ...user, title: role, ...everything, departments, canExport: isSenior, canShare: isSenior };
  };
  const tree = [above, ...below];
  const viewers: Viewer[] = [
    await withScope('all'),
    await withScope('all', { projects: [projects[0]] }),
    await withScope('department', { departments: [above] }),
    await withScope('department_below', { departments: tree, projects: [projects[1]] }),
    await withScope('custom', { departments: [below[0], other] }, [below[0], other]),
    await withScope('self', { self: true }),
    await withRole('area', above, tree),
    await withRole('leader', other, [other]),
    await withRole('operator', below[1], [below[1]]),
  ];
  return { departments: [...tree, other], projects, viewers };
}

/** Acts that an open map shows with its next call; after the others it may read two seconds later. */
const atOnce = ['withdraw', 'withdraw', 'withdraw', 'end', 'resume', 'move', 'move', 'merge', 'merge'] as const;
const soon = [
  ...([
    'sign',
    'sign',
    'sign',
    'sign',
    'sign',
    'lapse',
    'bind',
    'bind',
    'bind',
    'unbind',
    'replace',
    'replace',
  ] as const),
  ...(['report', 'revoke', 'expire'] as const),
];

type Act = (typeof atOnce)[number] | (typeof soon)[number];

/** Runs random acts, and compares what is then to be seen. */
class PlaceRun {
  private readonly stage: Stage;
  private readonly acts: PlaceActs;
  readonly compare: PlaceCompare;
  private last = 'nothing';

  constructor(stage: Stage) {
    this.stage = stage;
    this.acts = new PlaceActs(stage);
    const where = () => `PLACE_SEED=${seed}, minute ${stage.model.clock}, after ${this.last}`;
    this.compare = new PlaceCompare(stage, this.acts, where);
  }

  async act(among: readonly Act[]): Promise<void> {
    const { model, random } = this.stage;
    const act = random.of(among);
    this.last = act;
    model.clock += 1 + random.below(3);
    await this.acts[act]();
  }

  async populate(): Promise<void> {
    for (let i = 0; i < 36; i++) await this.acts.addCustomer();
    for (let i = 0; i < 28; i++) await this.acts.addDevice();
    for (let i = 0; i < 32; i++) await this.act(['bind']);
    for (let i = 0; i < 48; i++) await this.act(['sign']);
  }

  private async comparePerson(viewer: Viewer): Promise<void> {
    const { model, random } = this.stage;
    const visible = model.customers.filter((customer) => model.canView(viewer, customer));
    const customer = random.of(visible.length > 0 && random.hits(0.75) ? visible : model.customers);
    const from = random.below(model.clock);
    const whole = { from: 0, to: model.clock + 1 };
    const window = random.hits(0.5) ? whole : { from, to: from + 1 + random.below(whole.to - from) };
    await this.compare.card(viewer, customer);
    await this.compare.track(viewer, customer, window);
    if (random.hits(0.2)) await this.compare.export(viewer, customer, window);
    if (random.hits(0.2)) await this.compare.tryFence(viewer, customer, window);
    if (random.hits(0.2)) await this.compare.share(viewer, customer);
  }

  private async compareFor(viewer: Viewer): Promise<void> {
    const { model, random } = this.stage;
    await this.compare.map(viewer, random.hits(0.1));
    await this.compare.list(viewer);
    const { name } = random.of(model.customers);
    await this.compare.list(viewer, random.hits(0.7) ? name.slice(-2) : random.of(model.devices).sn);
    for (let i = 0; i < 6; i++) await this.comparePerson(viewer);
  }

  async round(): Promise<void> {
    const { model, random, viewers } = this.stage;
    for (let i = 0; i < 10; i++) await this.act(soon);
    await this.acts.fix(0.5);
    await this.acts.walk();
    // Maps share a read for two seconds unless a customer is to be forgotten.
    await app.sql(`update cache_version set version = version + 1 where name = 'place'`);
    for (const viewer of viewers) await this.compareFor(viewer);
    for (let i = 0; i < 4; i++) {
      await this.act(atOnce);
      await this.compare.map(random.of(viewers));
      await this.compare.list(random.of(viewers));
      for (const share of model.shares.slice(-6)) await this.compare.openShare(share);
    }
  }
}

test('places, tracks, exports and links are what scope, consent and binding give', { timeout: 300_000 }, async () => {
  const run = new PlaceRun({ app, model: new PlaceModel(), random: seededRandom(seed), ...(await aPlatform()) });
  await run.populate();
  for (let round = 0; round < rounds; round++) await run.round();
  expect(run.compare.cases).toBeGreaterThanOrEqual(rounds * 1250);
});
