import { changedColumns, decrypted } from '#server/crud/storedValues.ts';
import { customer } from '../../contract/fields.ts';

/** Returns the columns of an ID number: the encrypted number and the search hashes of the number and its end. */
export function encryptIdNo(idNo: string) {
  return changedColumns(customer.fields, { idNo }, null) as {
    idNoCipher: string;
    idNoHash: Buffer;
    idNoTailHash: Buffer;
  };
}

/** Decrypts the ID number; null without one. */
export function decryptIdNo({ idNoCipher }: { idNoCipher: string | null }): string | null {
  return decrypted(idNoCipher);
}

/** **************0428 */
export function maskedTail(idNo: string | null): string | null {
  return idNo === null ? null : `**************${idNo.slice(-4)}`;
}
