import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { BackupProblem } from './problem.ts';

/** Work factor of scrypt as a power of two: 64 MB and about half a second per guess. */
const workFactor = 16;

/** Encrypts a stream with a passphrase in the age format (age-encryption.org/v1), as `age -p` does. */
export async function encryptStream(plain: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  const web = Readable.toWeb(plain) as unknown as Parameters<typeof encrypter.encrypt>[0] & globalThis.ReadableStream;
  return Readable.fromWeb((await encrypter.encrypt(web)) as unknown as ReadableStream);
}

/**
 * Decrypts an encrypted file.
 * @throws BackupProblem if the passphrase is wrong or the file is no backup; a byte altered later on makes the stream
 * fail
 */
export async function decryptStream(path: string, passphrase: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const source = createReadStream(path);
  await new Promise<void>((resolve, reject) => source.once('open', () => resolve()).once('error', reject));
  try {
    const web = Readable.toWeb(source) as unknown as Parameters<typeof decrypter.decrypt>[0] &
      globalThis.ReadableStream;
    return Readable.fromWeb((await decrypter.decrypt(web)) as unknown as ReadableStream);
  } catch (error) {
    source.destroy();
    if (String(error).includes('no identity matched')) throw new BackupProblem('口令不对，或备份文件的开头已损坏');
    throw new BackupProblem('这不是安好的备份文件，或它的开头已损坏');
  }
}
