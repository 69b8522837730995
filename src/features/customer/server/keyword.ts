import { normalizeIdNo } from '#shared/idCard.ts';

/** What a keyword may mean, each null where it cannot. */
export interface Meaning {
  /** Lower case, without spaces at its ends. */
  text: string;
  /** KH000123, of the card. */
  no: string | null;
  /** A whole number of an identity card or another document, as it is stored. */
  idNo: string | null;
  /** The last four signs of one. */
  idNoTail: string | null;
  /** A phone or its end, four digits or more, without what it is written with. */
  digits: string | null;
}

/** Figures with what a phone is written with: spaces, hyphens, brackets, +86 before it. */
const phoneSigns = /^[+\d\s()（）-]+$/;
/** Dashes that stand between figures on paper and in messages. */
const dashes = /[‐‑‒–—―－]/g;

/** 13812345678 of +86 138-1234-5678; of a landline its figures alone. */
function digitsIn(text: string): string | null {
  if (!phoneSigns.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const national = digits.replace(/^(00)?86(?=1[3-9]\d{9}$)/, '');
  const bare = text.startsWith('+86') || text.startsWith('0086') ? national.replace(/^(00)?86/, '') : national;
  return bare.length >= 4 ? bare : null;
}

/** What was typed, scanned or pasted into a search of people, wide signs of a Chinese keyboard read as plain ones. */
export function meaningOf(keyword: string): Meaning {
  const plain = keyword.normalize('NFKC').replace(dashes, '-').trim();
  const close = normalizeIdNo(plain.replace(/-/g, ''));
  const isDocument = /^\d{17}[\dX]$/.test(close) || /^(?=.*[A-Z])(?=.*\d)[A-Z0-9]{5,20}$/.test(close);
  const card = /^KH(\d{1,12})$/.exec(close);
  return {
    text: plain.toLowerCase(),
    no: card ? `KH${card[1]?.padStart(6, '0')}` : null,
    idNo: isDocument ? close : null,
    idNoTail: /^\d{3}[\dX]$/.test(close) ? close : null,
    digits: digitsIn(plain),
  };
}

/** Whether these digits are a whole number rather than its end: somebody is found by a contact's alone, or ends of four would name half the town. */
export function isFullPhone(digits: string | null): digits is string {
  return digits !== null && digits.length >= 7;
}
