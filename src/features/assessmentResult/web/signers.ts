import type { AssessmentDetail } from '#features/assessment/contract.ts';
import { type drawnSigners, signers } from '#features/assessment/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { dayAfter } from '#shared/rule/calendar.ts';

export type DrawnSigner = keyof typeof drawnSigners;
export type Signature = AssessmentDetail['signatures'][number];

/** A line of the list of signatures: who has signed, or who has yet to. */
export interface SignatureLine {
  key: string;
  name: string;
  role: string;
  signature: Signature | null;
  /** An assessor's account; null: signs by a picture. */
  userId: string | null;
}

/** Returns the assessors, signed or not, then who signed by a picture. */
export function signatureLines({ assessors, signatures }: AssessmentDetail): SignatureLine[] {
  const drawn = signatures.filter(({ who }) => who !== 'assessor');
  return [
    ...assessors.map(({ id, name }) => ({
      ...{ key: id, name, role: signers.assessor, userId: id },
      signature: signatures.find(({ userId }) => userId === id) ?? null,
    })),
    ...drawn.map((signature) => ({
      ...{ key: signature.who, name: signature.name, userId: null, signature },
      role: [signers[signature.who], signature.relation].filter(Boolean).join(' · '),
    })),
  ];
}

/** Returns who may still sign by a picture: each once. */
export function openSigners({ signatures }: AssessmentDetail): DrawnSigner[] {
  const done = new Set(signatures.map(({ who }) => who));
  return keysOf(signers).filter((who): who is DrawnSigner => who !== 'assessor' && !done.has(who));
}

/** Returns 7c1e…9a of a hash. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-2)}`;

/** Days between the notice and the last day. */
const noticeDays = 30;

/** Returns the day on which the end is announced, YYYY-MM-DD. */
export function noticeDay(validUntil: string): string {
  return dayAfter(validUntil, -noticeDays);
}
