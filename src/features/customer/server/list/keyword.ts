import { normalizeIdNo } from '#shared/idCard.ts';

/** Possible meanings of a keyword; null where it cannot have that meaning. */
export interface Meaning {
  /** Lower case, trimmed. */
  text: string;
  /** Customer number on the card, KH000123. */
  no: string | null;
  /** Whole number of an ID card or another document, as stored. */
  idNo: string | null;
  /** Last four characters of an ID card number. */
  idNoTail: string | null;
  /** Phone number or its end, four or more digits, without separators. */
  digits: string | null;
}

/** Digits with the usual separators of a phone: spaces, hyphens, brackets, a leading +86. */
const phoneSigns = /^[+\d\s()（）-]+$/;
/** Dash characters used between digits. */
const dashes = /[‐‑‒–—―－]/g;

/** Returns 13812345678 for +86 138-1234-5678; for a landline the digits alone. */
function digitsIn(text: string): string | null {
  if (!phoneSigns.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const national = digits.replace(/^(00)?86(?=1[3-9]\d{9}$)/, '');
  const bare = text.startsWith('+86') || text.startsWith('0086') ? national.replace(/^(00)?86/, '') : national;
  return bare.length >= 4 ? bare : null;
}

/** Parses a typed, scanned or pasted keyword; full-width characters count as ASCII. */
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

/**
 * Returns whether the digits are a whole number: contacts match only by a whole number, because ends of four digits
 * would match too many.
 */
export function isFullPhone(digits: string | null): digits is string {
  return digits !== null && digits.length >= 7;
}
