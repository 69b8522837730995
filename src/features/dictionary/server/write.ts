import { type Selectable, sql } from 'kysely';
import { dictionaryType, item } from '#features/dictionary/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import { crud } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import type { Dictionary, DictionaryType } from '#server/db/tables.ts';
import { holdersOf } from '#server/feature/dictionaryUse.ts';
import { neededWhy } from '#shared/dictionary.ts';
import type { Holder } from '#shared/holder.ts';
import type { FullInput } from '#shared/resourceField.ts';

type Item = Selectable<Dictionary>;
type TypeRow = Selectable<DictionaryType>;
type ItemInput = Partial<FullInput<typeof item.fields>> & { confirm?: boolean };

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

/** Validates the number of a parameter within its bounds; an item of a list has none. */
function validateFigures(kind: TypeRow['kind'], item: Pick<Item, 'amount' | 'min' | 'max' | 'unit'>): void {
  const { amount, min, max, unit } = item;
  if (kind === 'list') {
    if ([amount, min, max, unit].some((value) => value !== null))
      throw invalidField('amount', '只有参数才有数值、单位和上下限');
    return;
  }
  if (amount === null) throw invalidField('amount', '请填写数值', 'required');
  if (min !== null && max !== null && min > max) throw invalidField('min', '最小值不能大于最大值');
  if (min !== null && amount < min) throw invalidField('amount', `数值不能小于 ${min}`, 'minimum');
  if (max !== null && amount > max) throw invalidField('amount', `数值不能大于 ${max}`, 'maximum');
}

/** Validates that a parameter is enabled, and so is a default item. */
function validateStatus(kind: TypeRow['kind'], status: Item['status'], isDefault: boolean): void {
  if (status === 'enabled') return;
  if (kind === 'parameter') throw invalidField('status', '参数不能停用，请改它的数值');
  if (isDefault) throw invalidField('isDefault', '停用的字典项不能设为默认');
}

async function clearOtherDefaults(tx: Db, type: string, id: string): Promise<void> {
  await tx
    .updateTable('dictionary')
    .set({ isDefault: false })
    .where('type', '=', type)
    .where('id', '<>', id)
    .where('isDefault', '=', true)
    .execute();
}

const lockedFields = ['unit', 'min', 'max'] as const;

/** Validates that unit and bounds of a built-in parameter are unchanged. */
function validateLocked(row: Item, patch: Partial<Pick<Item, 'unit' | 'min' | 'max'>>): void {
  const locked = lockedFields.find((name) => patch[name] !== undefined && patch[name] !== row[name]);
  if (locked) throw invalidField(locked, '内置参数的单位和上下限不能改');
}

async function validateNewValue(tx: Db, row: Item): Promise<void> {
  if (row.builtIn) throw invalidField('value', '内置字典项的键值不能改');
  const { count } = await usageOf(tx, row);
  if (count > 0) throw invalidField('value', `键值已被 ${count} 条数据使用，不能改`);
}

async function usageOf(tx: Db, row: Item): Promise<{ count: number; holders: Holder[] }> {
  const holders = await holdersOf(tx, row.type, row.value);
  return { count: holders.reduce((sum, { count }) => sum + count, 0), holders };
}

/** Returns 「有 12 条告警、1 条派单在用「住院」」. */
function usageText(label: string, holders: readonly Holder[]): string {
  return `有 ${holders.map(({ noun, count }) => `${count} 条${noun}`).join('、')}在用「${label}」`;
}

/** Validates that an item used by the program stays enabled; one that is already disabled may stay so. */
function validateNeeded(previous: Item, status: Item['status']): void {
  const stays = previous.status === 'disabled' || status === 'enabled';
  const reason = stays ? undefined : neededWhy(previous.type, previous.value);
  if (reason) throw invalidField('status', reason);
}

/** Requires a confirmation to disable an item that rows use; else 409 with the count and the rows' kinds. */
async function requireConfirmed(tx: Db, row: Item, status: Item['status'], confirm: boolean): Promise<void> {
  if (confirm || status === 'enabled' || row.status === 'disabled') return;
  const held = await usageOf(tx, row);
  if (held.count > 0) throw new Problem(409, usageText(row.label, held.holders), held);
}

/**
 * Validates that the value of a built-in or used item is unchanged; of a built-in parameter only the number may change.
 */
async function validateValueChange(tx: Db, type: TypeRow, previous: Item, input: ItemInput): Promise<void> {
  if (input.value !== undefined && input.value !== previous.value) await validateNewValue(tx, previous);
  if (previous.builtIn && type.kind === 'parameter') validateLocked(previous, input);
}

/**
 * Validates an input and clears other defaults of the type; returns derived values. A `fixed` type takes no new item.
 */
async function validateItem(tx: Db, input: ItemInput, previous: Item | null): Promise<{ isDefault?: false }> {
  const type = await typeOf(tx, previous?.type ?? input.type ?? '');
  if (previous) await validateValueChange(tx, type, previous, input);
  else if (type.fixed) throw invalidField('type', `「${type.name}」的键值由系统使用，不能新增`);
  const { amount = null, min = null, max = null, unit = null } = { ...previous, ...input };
  validateFigures(type.kind, { amount, min, max, unit });
  const status = input.status ?? previous?.status ?? 'enabled';
  validateStatus(type.kind, status, input.isDefault ?? false);
  if (previous) {
    validateNeeded(previous, status);
    await requireConfirmed(tx, previous, status, input.confirm ?? false);
  }
  if (input.isDefault) await clearOtherDefaults(tx, type.code, previous?.id ?? '0');
  return status === 'enabled' ? {} : { isDefault: false };
}

/**
 * Items of every type. The value of a built-in or used item cannot change. Disabling a used item needs a confirmation,
 * else 409; a used item cannot be deleted.
 */
export const items = crud(item, {
  defaultOrder: sql`dictionary.sort, dictionary.id`,
  invalidates: 'dictionary',
  beforeChange: async ({ tx }, _viewer, input, previous) => ({ values: await validateItem(tx, input, previous) }),
  async beforeDelete({ tx }, _viewer, row) {
    const held = await usageOf(tx, row);
    const instead = neededWhy(row.type, row.value) ? '' : '，可以停用';
    if (held.count > 0)
      throw new Problem(409, `字典项「${row.label}」已被 ${held.count} 条数据使用，不能删除${instead}`, held);
    if (row.builtIn) throw new Problem(409, `内置字典项「${row.label}」不能删除${instead}`, held);
    await tx.updateTable('dictionary').set({ isDefault: false }).where('id', '=', row.id).execute();
  },
});

/** Types; one without items can be deleted, a built-in one cannot. */
export const types = crud(dictionaryType, {
  defaultOrder: sql`dictionary_type.sort, dictionary_type.id`,
  invalidates: 'dictionary',
  async beforeDelete({ tx }, _viewer, row) {
    const held = await tx
      .selectFrom('dictionary')
      .select('id')
      .where('type', '=', row.code)
      .where('deletedAt', 'is', null)
      .execute();
    const count = held.length;
    if (row.builtIn) throw new Problem(409, `内置字典类型「${row.name}」不能删除`, { count });
    if (count > 0) throw new Problem(409, `「${row.name}」下还有 ${count} 个字典项，不能删除`, { count });
  },
});
