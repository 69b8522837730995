/** 138****5678, 0570-****1234: the head and the last four digits. */
export function maskPhone(phone: string | null): string | null {
  if (!phone) return null;
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 7) return '****';
  const head = /^0\d{2,3}-/.exec(phone)?.[0] ?? phone.slice(0, 3);
  return `${head}****${phone.slice(-4)}`;
}

/** 吴*: the first sign of a name, for those who need not know who it is (domain.md 3.5). */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}*`;
}

/** 3311**********0428. */
export function maskIdNo(head: string, tail: string): string {
  return `${head}**********${tail}`;
}

/** z***@example.com. */
export function maskEmail(email: string | null): string | null {
  return email === null ? null : email.replace(/^(.).*(?=@)/, '$1***');
}

/** A sentence without the phones and ID numbers in it: 13812345678 becomes 138****5678. */
export function maskNumbers(text: string): string {
  return text.replace(/0\d{2,3}-\d{7,8}|\d{7,}[Xx]?/g, (found) => `${found.slice(0, 3)}****${found.slice(-4)}`);
}
