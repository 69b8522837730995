import type { Selectable } from 'kysely';
import type { dictionaryApi } from '#features/dictionary/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { constraintOf, sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { Dictionary, DictionaryType } from '#server/db/tables.ts';
import { any, now } from '#server/db/values.ts';
import { type Change, command } from '#server/feature/command.ts';
import { holdersOf } from '#server/feature/dictionaryUse.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Holder } from '#shared/holder.ts';

type Api = typeof dictionaryApi;
type Item = Selectable<Dictionary>;
type TypeRow = Selectable<DictionaryType>;
type Changed = OutputOf<Api['addDictionary']>;

/** Every node and page reads the options anew after it. */
function change<T>(viewer: Viewer, fn: (change: Change) => Promise<T>): Promise<T> {
  const changed = command(viewer, async (open) => {
    const result = await fn(open);
    open.touch('dictionary');
    return result;
  });
  return changed.catch((error: unknown) => {
    if (sqlState(error) !== '23505') throw error;
    throw constraintOf(error) === 'dictionary_type_code'
      ? invalidField('type', '该编码已存在', 'unique')
      : invalidField('value', '该键值已存在', 'unique');
  });
}

async function typeOf(tx: Db, code: string): Promise<TypeRow> {
  const row = await tx
    .selectFrom('dictionaryType')
    .selectAll()
    .where('code', '=', code)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw invalidField('type', '字典类型不存在');
  return row;
}

async function itemOf(tx: Db, id: string): Promise<Item> {
  const row = await tx
    .selectFrom('dictionary')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('字典项');
  return row;
}

/** A parameter has a figure within its bounds; an item of a list has none. */
function checkFigures(kind: TypeRow['kind'], item: Pick<Item, 'amount' | 'min' | 'max' | 'unit'>): void {
  const { amount, min, max, unit } = item;
  if (kind === 'list') {
    if ([amount, min, max, unit].some((one) => one !== null))
      throw invalidField('amount', '只有参数才有数值、单位和上下限');
    return;
  }
  if (amount === null) throw invalidField('amount', '请填写数值', 'required');
  if (min !== null && max !== null && min > max) throw invalidField('min', '最小值不能大于最大值');
  if (min !== null && amount < min) throw invalidField('amount', `数值不能小于 ${min}`, 'minimum');
  if (max !== null && amount > max) throw invalidField('amount', `数值不能大于 ${max}`, 'maximum');
}

/** A parameter is always in force, and what is offered first is offered. */
function checkStatus(kind: TypeRow['kind'], status: Item['status'], isDefault: boolean): void {
  if (status === 'enabled') return;
  if (kind === 'parameter') throw invalidField('status', '参数不能停用，请改它的数值');
  if (isDefault) throw invalidField('isDefault', '停用的字典项不能设为默认');
}

async function onlyDefault(tx: Db, type: string, id: string): Promise<void> {
  await tx
    .updateTable('dictionary')
    .set({ isDefault: false })
    .where('type', '=', type)
    .where('id', '<>', id)
    .where('isDefault', '=', true)
    .execute();
}

/** Adds an item. Types whose values the program knows by heart take no more. */
export async function addDictionary(viewer: Viewer, input: InputOf<Api['addDictionary']>): Promise<Changed> {
  return change(viewer, async ({ tx }) => {
    const type = await typeOf(tx, input.type);
    if (type.fixed) throw invalidField('type', `「${type.name}」的键值由系统使用，不能新增`);
    const figures = {
      amount: input.amount ?? null,
      min: input.min ?? null,
      max: input.max ?? null,
      unit: input.unit ?? null,
    };
    checkFigures(type.kind, figures);
    const { isDefault = false, ...values } = input;
    checkStatus(type.kind, input.status ?? 'enabled', isDefault);
    const row = await tx
      .insertInto('dictionary')
      .values({ ...values, createdBy: viewer.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isDefault) {
      await onlyDefault(tx, input.type, row.id);
      await tx.updateTable('dictionary').set({ isDefault }).where('id', '=', row.id).execute();
    }
    return { id: row.id, version: 1 };
  });
}

/**
 * Changes an item; the value of a built-in one and of one in use stays. 409 when somebody changed it meanwhile, or when it
 * is disabled while rows hold it and nobody has confirmed.
 */
export async function editDictionary(viewer: Viewer, input: InputOf<Api['editDictionary']>): Promise<Changed> {
  const { id, version, confirm = false, ...patch } = input;
  return change(viewer, async ({ tx }) => {
    const row = await itemOf(tx, id);
    const type = await typeOf(tx, row.type);
    if (row.version !== version) throw await stale(tx, 'dictionary', id, version, row);
    if (patch.value !== undefined && patch.value !== row.value) await checkNewValue(tx, row);
    if (row.builtIn && type.kind === 'parameter') checkLocked(row, patch);
    checkFigures(type.kind, { ...row, ...patch });
    const status = patch.status ?? row.status;
    checkStatus(type.kind, status, patch.isDefault ?? false);
    await checkDisabling(tx, row, status, confirm);
    const noDefault = status === 'enabled' ? {} : { isDefault: false };
    if (patch.isDefault) await onlyDefault(tx, row.type, id);
    await tx
      .updateTable('dictionary')
      .set({ ...patch, ...noDefault, version: version + 1 })
      .where('id', '=', id)
      .execute();
    return { id, version: version + 1 };
  });
}

const lockedFields = ['unit', 'min', 'max'] as const;

/** Of a built-in parameter only the figure is people's. */
function checkLocked(row: Item, patch: Partial<Pick<Item, 'unit' | 'min' | 'max'>>): void {
  const locked = lockedFields.find((name) => patch[name] !== undefined && patch[name] !== row[name]);
  if (locked) throw invalidField(locked, '内置参数的单位和上下限不能改');
}

async function checkNewValue(tx: Db, row: Item): Promise<void> {
  if (row.builtIn) throw invalidField('value', '内置字典项的键值不能改');
  const { count } = await heldBy(tx, row);
  if (count > 0) throw invalidField('value', `键值已被 ${count} 条数据使用，不能改`);
}

async function heldBy(tx: Db, row: Item): Promise<{ count: number; holders: Holder[] }> {
  const holders = await holdersOf(tx, row.type, row.value);
  return { count: holders.reduce((sum, { count }) => sum + count, 0), holders };
}

/** 「有 12 条告警、1 条派单在用「住院」」. */
function inUse(label: string, holders: readonly Holder[]): string {
  return `有 ${holders.map(({ noun, count }) => `${count} 条${noun}`).join('、')}在用「${label}」`;
}

/** 409 with the count and who holds it, where an item that rows hold would no longer be offered and nobody has confirmed. */
async function checkDisabling(tx: Db, row: Item, status: Item['status'], confirm: boolean): Promise<void> {
  if (confirm || status === 'enabled' || row.status === 'disabled') return;
  const held = await heldBy(tx, row);
  if (held.count > 0) throw new Problem(409, inUse(row.label, held.holders), held);
}

/** A disabled item keeps the labels of old rows and is no longer offered. 409 where rows hold it and nobody has confirmed. */
export async function updateDictionaryStatus(
  viewer: Viewer,
  { id, status, confirm = false }: InputOf<Api['updateDictionaryStatus']>,
): Promise<Changed> {
  return change(viewer, async ({ tx }) => {
    const row = await itemOf(tx, id);
    const type = await typeOf(tx, row.type);
    checkStatus(type.kind, status, false);
    await checkDisabling(tx, row, status, confirm);
    const isDefault = status === 'enabled' && row.isDefault;
    await tx
      .updateTable('dictionary')
      .set({ status, isDefault, version: row.version + 1 })
      .where('id', '=', id)
      .execute();
    return { id, version: row.version + 1 };
  });
}

/** Deletes items that no row holds, all or none; 409 with the count and who holds them otherwise. Built-in ones stay. */
export async function deleteDictionary(viewer: Viewer, { ids }: InputOf<Api['deleteDictionary']>): Promise<null> {
  return change(viewer, async ({ tx }) => {
    for (const id of ids) {
      const row = await itemOf(tx, id);
      const held = await heldBy(tx, row);
      if (held.count > 0)
        throw new Problem(409, `字典项「${row.label}」已被 ${held.count} 条数据使用，不能删除，可以停用`, held);
      if (row.builtIn) throw new Problem(409, `内置字典项「${row.label}」不能删除，可以停用`, held);
    }
    await tx.updateTable('dictionary').set({ deletedAt: now, isDefault: false }).where('id', '=', any(ids)).execute();
    return null;
  });
}

/** Adds a type; its code stays for ever. */
export async function addDictionaryType(viewer: Viewer, input: InputOf<Api['addDictionaryType']>): Promise<Changed> {
  const { type, ...values } = input;
  return change(viewer, async ({ tx }) => {
    const row = await tx
      .insertInto('dictionaryType')
      .values({ ...values, code: type, createdBy: viewer.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: row.id, version: 1 };
  });
}

async function typeById(tx: Db, id: string): Promise<TypeRow> {
  const row = await tx
    .selectFrom('dictionaryType')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('字典类型');
  return row;
}

/** Renames a type. 409 when somebody changed it meanwhile. */
export async function editDictionaryType(viewer: Viewer, input: InputOf<Api['editDictionaryType']>): Promise<Changed> {
  const { id, version, ...patch } = input;
  return change(viewer, async ({ tx }) => {
    const row = await typeById(tx, id);
    if (row.version !== version) throw await stale(tx, 'dictionary_type', id, version, row);
    await tx
      .updateTable('dictionaryType')
      .set({ ...patch, version: version + 1 })
      .where('id', '=', id)
      .execute();
    return { id, version: version + 1 };
  });
}

/** Deletes a type without items; built-in ones stay. */
export async function deleteDictionaryType(
  viewer: Viewer,
  { id }: InputOf<Api['deleteDictionaryType']>,
): Promise<null> {
  return change(viewer, async ({ tx }) => {
    const row = await typeById(tx, id);
    const items = await tx
      .selectFrom('dictionary')
      .select('id')
      .where('type', '=', row.code)
      .where('deletedAt', 'is', null)
      .execute();
    if (row.builtIn) throw new Problem(409, `内置字典类型「${row.name}」不能删除`, { count: items.length });
    if (items.length > 0)
      throw new Problem(409, `「${row.name}」下还有 ${items.length} 个字典项，不能删除`, { count: items.length });
    await tx.updateTable('dictionaryType').set({ deletedAt: now }).where('id', '=', id).execute();
    return null;
  });
}
