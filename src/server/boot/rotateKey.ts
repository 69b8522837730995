import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentKeyId, openKey } from '#server/core/crypto.ts';
import { addColumnKey, dropColumnKeys, readKeyFile } from '#server/core/keyFile.ts';
import { config } from '#server/core/runtime.ts';
import { closeDatabase, openDatabase } from '#server/db/db.ts';
import { cliDatabase } from './cliDatabase.ts';
import { checkKey } from './keyCheck.ts';
import { beginRotation, followRotation, lastRotation, type Rotation, reencryptAll, rotate } from './keyRotation.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Returns the key to switch to: an added key that is not used yet, else a new one. */
async function nextKey(dataDir: string): Promise<{ id: string; added: boolean }> {
  const used = (await lastRotation())?.keyId ?? readKeyFile(dataDir).columns[0]?.id;
  const newest = readKeyFile(dataDir).columns.at(-1)?.id;
  return newest && newest !== used ? { id: newest, added: false } : { id: addColumnKey(dataDir), added: true };
}

/** Returns a function that prints the position when it has changed and values were re-encrypted. */
function progressPrinter(): (rotation: Rotation) => void {
  const last = { done: -1, place: '' };
  return ({ done, place }) => {
    if (place === null || done === last.done || place === last.place) return;
    Object.assign(last, { done, place });
    say(`正在处理 ${place}，已重新加密 ${done} 个值`);
  };
}

/** Runs the rotation, or waits for the node that runs it, until it is finished. */
async function carryOut(): Promise<void> {
  const tell = progressPrinter();
  for (;;) {
    await rotate(undefined, tell);
    const now = await lastRotation();
    if (now?.finished !== false) return;
    tell(now);
    await sleep(1000);
  }
}

/**
 * Runs `npm run key:rotate`: re-encrypts all values with a new key, whether the product runs or not. With several nodes
 * (external database) the first call only adds the key, to copy the file; the second call starts.
 */
async function rotateKey(dataDir: string, several: boolean): Promise<void> {
  const last = await lastRotation();
  if (last?.finished !== false) {
    const { id, added } = await nextKey(dataDir);
    if (added) say(`新密钥 ${id} 已加入 ${join(dataDir, 'secret.key')}`);
    if (added && several) return say('请把这个文件复制到每个节点，再运行一次 npm run key:rotate 开始重新加密');
    await beginRotation(id);
  }
  const missing = await followRotation();
  if (missing)
    throw new Error(`正在换用的密钥 ${missing} 不在 ${join(dataDir, 'secret.key')} 里，请从别的节点复制这个文件`);
  await carryOut();
  say(
    `全部数据已用新密钥加密（${(await lastRotation())?.done ?? 0} 个值）。旧密钥还在文件里，用来恢复旧备份；不再需要时运行 npm run key:retire 删除`,
  );
}

/** Runs `npm run key:retire`: deletes the old keys from the file when no value uses them. */
async function retireKeys(dataDir: string): Promise<void> {
  const last = await lastRotation();
  if (last && !last.finished) throw new Error('还在重新加密，请等 npm run key:rotate 完成');
  if (!last) return say('没有换过密钥，没有可删除的旧密钥');
  if (await followRotation()) throw new Error(`密钥 ${last.keyId} 不在文件里`);
  // Re-encrypts values that a node wrote before it knew of the rotation.
  for (let round = 0; (await reencryptAll()) !== 0; round += 1)
    if (round > 10) throw new Error('仍有数据在用旧密钥写入，请检查每个节点的 secret.key');
  say(`已从文件中删除 ${dropColumnKeys(dataDir, currentKeyId())} 把旧密钥；其他节点请复制这个文件`);
}

async function run(): Promise<void> {
  const { dataDir, databaseUrl } = config();
  if (!existsSync(join(dataDir, 'secret.key'))) throw new Error(`${dataDir} 里没有 secret.key`);
  openKey(dataDir);
  const { url, end } = await cliDatabase(config());
  try {
    await openDatabase(url);
    await checkKey();
    if (process.argv[2] === 'retire') await retireKeys(dataDir);
    else await rotateKey(dataDir, databaseUrl !== undefined);
    await closeDatabase();
  } finally {
    await end();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
