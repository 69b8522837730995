import { parameter } from '#features/dictionary/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { builtInParameters } from '#shared/dictionary.ts';
import type { WarningLevel } from '#shared/health/rule/definition.ts';

const { level_2, level_3, level_4 } = builtInParameters.health_due.values;

/** Returns within how many seconds a warning is to be taken, by its level; null: the desk's ladder has level 1. */
export async function deadlines(tx: Db): Promise<Record<WarningLevel, number | null>> {
  const seconds = async (value: string, usual: number) => 60 * (await parameter(tx, 'health_due', value, usual));
  return {
    1: null,
    2: await seconds('level_2', level_2.amount),
    3: await seconds('level_3', level_3.amount),
    4: await seconds('level_4', level_4.amount),
  };
}
