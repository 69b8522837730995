import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { config } from '#server/core/runtime.ts';
import type { Head } from './archive.ts';
import { BackupProblem, sentenceOf } from './problem.ts';
import { restoreInto } from './restoreInto.ts';
import { isBackupName } from './run.ts';

/** Returns the file itself, or the newest backup in a folder: names start with the time. */
async function resolveBackupFile(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path;
  const newest = (await readdir(path)).filter(isBackupName).sort().at(-1);
  if (!newest) throw new BackupProblem(`${path} 里没有备份文件`);
  return join(path, newest);
}

function nextStep({ database }: Head, dataDir: string): string {
  return database === 'embedded'
    ? `用 DATA_DIR=${dataDir} 启动即可。`
    : `其中没有数据库：请先用备份它的工具（如 pgBackRest）恢复外部数据库，再用 DATABASE_URL 和 DATA_DIR=${dataDir} 启动。`;
}

/**
 * Runs `npm run restore -- <folder or file>`: fills an empty DATA_DIR from a backup, by default the newest in the
 * folder.
 */
async function run(): Promise<void> {
  const [, , from] = process.argv;
  const { dataDir, backup } = config();
  if (!from) throw new BackupProblem('请写明备份在哪里：npm run restore -- <备份文件或所在文件夹>');
  if (!backup.passphrase) throw new BackupProblem('没有备份口令：请设置 BACKUP_PASSPHRASE_FILE 或 BACKUP_PASSPHRASE');
  const path = await resolveBackupFile(resolve(from));
  process.stdout.write(`正在恢复 ${path} …\n`);
  const { head, entries } = await restoreInto(path, backup.passphrase, dataDir);
  process.stdout.write(
    `已恢复到 ${dataDir}：${head.createdAt} 的备份，${entries} 个文件，逐个核对无误。\n${nextStep(head, dataDir)}\n`,
  );
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`没有恢复：${sentenceOf(error)}\n`);
    process.exit(1);
  },
);
