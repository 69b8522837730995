import { decrypt, encrypt, searchHash } from '#server/core/crypto.ts';

/** What the end of an ID number, four signs, is found by. */
export function tailHash(tail: string): Buffer {
  return searchHash(`tail:${tail}`);
}

/** The columns of an ID number: the number itself encrypted, and what it and its end are found by. */
export function encryptIdNo(idNo: string) {
  return { idNoCipher: encrypt(idNo), idNoHash: searchHash(idNo), idNoTailHash: tailHash(idNo.slice(-4)) };
}

/** The number behind its column; null where there is none. */
export function decryptIdNo({ idNoCipher }: { idNoCipher: string | null }): string | null {
  return idNoCipher === null ? null : decrypt(idNoCipher);
}

/** How to get in (钥匙、门锁密码), from its encrypted column. */
export function decryptEntryNote({ entryCipher }: { entryCipher: string | null }): string | null {
  return entryCipher === null ? null : decrypt(entryCipher);
}

/** What is done for somebody (照护计划), from its encrypted column. */
export function decryptCarePlan({ carePlanCipher }: { carePlanCipher: string | null }): string | null {
  return carePlanCipher === null ? null : decrypt(carePlanCipher);
}

/** **************0428 */
export function maskedTail(idNo: string | null): string | null {
  return idNo === null ? null : `**************${idNo.slice(-4)}`;
}
