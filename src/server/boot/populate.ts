import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openKey } from '#server/core/crypto.ts';
import { config } from '#server/core/runtime.ts';
import { closeDatabase, openDatabase } from '#server/db/db.ts';
import { type OnProgress, type PopulatePlan, populate } from '#server/feature/populate.ts';
import { cliDatabase } from './cliDatabase.ts';
import { checkKey } from './keyCheck.ts';

/** Maximum interval between output lines, ms. */
const sayEvery = 2000;

function planOf(args: string[]): PopulatePlan {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string' },
      readings: { type: 'string' },
      equipment: { type: 'string' },
      'among-real': { type: 'boolean' },
    },
  });
  const count = (name: 'people' | 'readings' | 'equipment', preset: number, most: number): number => {
    const value = Number(values[name] ?? preset);
    if (!Number.isInteger(value) || value < 0 || value > most) throw new Error(`--${name} 须为 0 至 ${most} 的整数`);
    return value;
  };
  return {
    customers: count('people', 200_000, 1_000_000),
    readings: count('readings', 0, 100_000_000),
    equipment: count('equipment', 0, 1_000_000),
    amongReal: values['among-real'] ?? false,
  };
}

/** Returns a function that prints progress: at the end of each part, and at most every `sayEvery` ms. */
function teller(): OnProgress {
  let last = 0;
  return (what, done, total) => {
    if (done < total && Date.now() - last < sayEvery) return;
    last = Date.now();
    process.stdout.write(`${what} ${done}/${total}\n`);
  };
}

/**
 * Runs `npm run populate`: adds many demo customers, whether the product runs or not. Requires an earlier first start.
 */
async function run(): Promise<void> {
  const plan = planOf(process.argv.slice(2));
  const { dataDir } = config();
  if (!existsSync(join(dataDir, 'secret.key'))) throw new Error(`${dataDir} 里没有 secret.key，请先启动一次`);
  openKey(dataDir);
  const { url, end } = await cliDatabase(config());
  try {
    await openDatabase(url);
    await checkKey();
    await populate(plan, teller());
    await closeDatabase();
    process.stdout.write('已加入演示数据，npm run demo:remove 一并删除\n');
  } finally {
    await end();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
