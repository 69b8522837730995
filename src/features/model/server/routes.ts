import { sql } from 'kysely';
import { abilities, type ModelEvent, type ModelProperty, model, modelApi } from '#features/model/contract.ts';
import { requirePlatformWide } from '#server/auth/holders.ts';
import { invalid, invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { handlers } from '#server/feature/handlers.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { clearModelCache } from './messageProfiles.ts';
import { countsOf } from './modelHooks.ts';
import { profileProblem } from './profileRule.ts';

type Fields = (typeof model)['fields'];

/** Returns the default time until offline, s: three missed reports, at least 20 s. */
const offlineAfter = (interval: number) => Math.max(20, 3 * interval);

function twice(codes: readonly string[], name: string): FieldProblem[] {
  return codes.flatMap((code, place) =>
    codes.indexOf(code) < place ? [{ field: `${name}.${place}.code`, rule: 'unique', msg: `代码「${code}」重复` }] : [],
  );
}

function partProblems(properties: readonly ModelProperty[] = [], events: readonly ModelEvent[] = []): FieldProblem[] {
  const turned = properties.flatMap(({ code, min, max }, place) =>
    min !== undefined && max !== undefined && min > max
      ? [{ field: `properties.${place}.max`, rule: 'range', msg: `「${code}」的上限不能小于下限` }]
      : [],
  );
  return [
    ...twice(
      properties.map(({ code }) => code),
      'properties',
    ),
    ...twice(
      events.map(({ code }) => code),
      'events',
    ),
    ...turned,
  ];
}

/** Returns the problem of an unknown ability; one that the model already has may stay. */
function unknownAbilities(requested: readonly string[] = [], former: readonly string[] = []): FieldProblem[] {
  const strange = requested.find((ability) => !(ability in abilities) && !former.includes(ability));
  return strange === undefined ? [] : [{ field: 'capabilities', rule: 'known', msg: `没有「${strange}」这项能力` }];
}

/**
 * Refuses to change code and protocol of a model that is built in or has devices: their messages are decoded by them.
 */
async function requireUnchanged(input: ResourceInput<Fields>, previous: Stored<Fields, 'model'>): Promise<void> {
  for (const key of ['code', 'protocol'] as const) {
    if (input[key] === undefined || input[key] === previous[key]) continue;
    const label = key === 'code' ? '编码' : '协议';
    if (previous.builtIn) throw invalidField(key, `内置型号的${label}不能改`);
    if (((await countsOf([previous.id])).get(previous.id) ?? 0) > 0)
      throw invalidField(key, `已有设备的型号，${label}不能改`);
  }
}

/** Returns the seconds until offline to store; undefined leaves them unchanged. */
function offlineSeconds(input: ResourceInput<Fields>, previous: Stored<Fields, 'model'> | null): number | undefined {
  const interval = input.intervalSeconds ?? previous?.intervalSeconds ?? 600;
  if (typeof input.offlineSeconds === 'number') {
    if (input.offlineSeconds < interval) throw invalidField('offlineSeconds', '离线判定不能短于上报间隔');
    return input.offlineSeconds;
  }
  const followed = previous && previous.offlineSeconds === offlineAfter(previous.intervalSeconds);
  if (!previous || input.offlineSeconds === null || followed) return offlineAfter(interval);
  if ((previous.offlineSeconds ?? 0) < interval) throw invalidField('offlineSeconds', '离线判定不能短于上报间隔');
  return undefined;
}

/** Validates that no other code differs only in case; existing pairs stay. */
async function validateCode(tx: Db, code: string): Promise<void> {
  const twin = await tx
    .selectFrom('model')
    .select('code')
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .where('code', '<>', code)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (twin) throw invalidField('code', `已有型号「${twin.code}」，编码不能只差大小写`, 'unique');
}

const models = crud(model, {
  async beforeChange({ tx }, viewer, input, previous) {
    await requirePlatformWide(tx, viewer, '型号');
    if (previous) await requireUnchanged(input, previous);
    if (input.code !== undefined && input.code !== previous?.code) await validateCode(tx, input.code);
    const problems = [
      ...partProblems(input.properties, input.events),
      ...unknownAbilities(input.capabilities, previous?.capabilities),
    ];
    const profile = input.profile && profileProblem(input.profile);
    if (profile) problems.push({ field: 'profile', rule: 'profile', msg: profile });
    if (problems.length > 0) throw invalid(problems);
    return { values: { offlineSeconds: offlineSeconds(input, previous) } };
  },
  async afterRead(_viewer, rows) {
    const use = await countsOf(rows.map(({ id }) => id));
    return rows.map((row) => ({ ...row, equipmentCount: use.get(row.id) ?? 0 }));
  },
});

/** Returns the change followed by clearing the model cache. */
const thenForget =
  <I, O>(change: (viewer: Viewer, input: I) => Promise<O>) =>
  async (viewer: Viewer, input: I): Promise<O> => {
    const done = await change(viewer, input);
    clearModelCache();
    return done;
  };

export const routes = handlers(modelApi, {
  getModelList: models.list,
  getModel: models.get,
  addModel: thenForget(models.add),
  editModel: thenForget(models.edit),
});
