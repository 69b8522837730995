import { decrypt, encrypt, searchHash } from '#server/core/crypto.ts';

/** Returns the search hash of an ID number's last four characters. */
export function tailHash(tail: string): Buffer {
  return searchHash(`tail:${tail}`);
}

/** Returns the columns of an ID number: the encrypted number and the search hashes of the number and its end. */
export function encryptIdNo(idNo: string) {
  return { idNoCipher: encrypt(idNo), idNoHash: searchHash(idNo), idNoTailHash: tailHash(idNo.slice(-4)) };
}

/** Decrypts the ID number; null without one. */
export function decryptIdNo({ idNoCipher }: { idNoCipher: string | null }): string | null {
  return idNoCipher === null ? null : decrypt(idNoCipher);
}

/** Decrypts the entry note (钥匙、门锁密码). */
export function decryptEntryNote({ entryCipher }: { entryCipher: string | null }): string | null {
  return entryCipher === null ? null : decrypt(entryCipher);
}

/** Decrypts the care plan (照护计划). */
export function decryptCarePlan({ carePlanCipher }: { carePlanCipher: string | null }): string | null {
  return carePlanCipher === null ? null : decrypt(carePlanCipher);
}

/** **************0428 */
export function maskedTail(idNo: string | null): string | null {
  return idNo === null ? null : `**************${idNo.slice(-4)}`;
}
