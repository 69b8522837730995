import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifySeals } from '#server/audit/seal.ts';
import { openKey } from '#server/core/crypto.ts';
import { config } from '#server/core/runtime.ts';
import { closeDatabase, openDatabase } from '#server/db/db.ts';
import { type SealedLog, sealedLogs } from '#server/db/log/logDrop.ts';
import { cliDatabase } from './cliDatabase.ts';
import { checkKey } from './keyCheck.ts';

const titles: Record<SealedLog, string> = { cmd_log: '操作命令', change_log: '字段变更', login_log: '登录日志' };

/**
 * Runs `npm run verify-log`: verifies the seals of all sealed logs; exits with 1 and prints the row if one was altered
 * or is missing.
 */
async function run(): Promise<boolean> {
  const { dataDir } = config();
  if (!existsSync(join(dataDir, 'secret.key'))) throw new Error(`${dataDir} 里没有 secret.key，无法校验日志`);
  openKey(dataDir);
  const { url, end } = await cliDatabase(config());
  try {
    await openDatabase(url);
    await checkKey();
    let intact = true;
    for (const log of sealedLogs) {
      const { ok, checked, unsealed, firstBadId, reason } = await verifySeals(log);
      intact &&= ok;
      const result = ok ? '完好' : `第一处不符：id ${firstBadId ?? '（封条被删改）'}，${reason}`;
      process.stdout.write(`${titles[log]}（${log}）：已校验 ${checked} 行，尚未封存 ${unsealed} 行，${result}\n`);
    }
    await closeDatabase();
    return intact;
  } finally {
    await end();
  }
}

run().then(
  (intact) => {
    process.exitCode = intact ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
