/** 138****5678, 0570-****1234: the head and the last four digits. */
export function maskPhone(phone: string | null): string | null {
  if (!phone) return null;
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 7) return '****';
  const head = /^0\d{2,3}-/.exec(phone)?.[0] ?? phone.slice(0, 3);
  return `${head}****${phone.slice(-4)}`;
}

const clusters = new Intl.Segmenter('zh', { granularity: 'grapheme' });
/** UTF-16 units in which the first or the last sign of a text is looked for: a family of emoji has eleven. */
const maxSignLength = 64;

function firstSign(text: string): string {
  for (const { segment } of clusters.segment(text.slice(0, maxSignLength))) return segment;
  return '';
}

function lastSign(text: string): string {
  return [...clusters.segment(text.slice(-maxSignLength))].at(-1)?.segment ?? '';
}

/** The beginning of a text in at most `units` UTF-16 units, without half a sign at its end. */
export function cutText(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = clusters.segment(text.slice(0, units + maxSignLength)).containing(units);
  return text.slice(0, last?.index || units).toWellFormed();
}

/** What a database can hold of a text: no U+0000, no half of a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** 幸***里: the first and the last sign, emoji whole; a text of one or two signs not at all. */
export function maskText(text: string): string {
  const [first, last] = [firstSign(text), lastSign(text)];
  return text.length <= first.length + last.length ? '**' : storable(`${first}***${last}`);
}

/** 吴*: the first sign of a name, for those who need not know who it is (domain.md 3.5). */
export function maskName(name: string): string {
  return `${firstSign(name)}*`;
}

/** 3311**********0428. */
export function maskIdNo(head: string, tail: string): string {
  return `${head}**********${tail}`;
}

/** 幸福小区****: where an address begins; a short one not at all. */
export function maskAddress(text: string): string {
  const head = cutText(text, 4);
  return head === text ? '****' : `${head}****`;
}

/** z***@example.com. */
export function maskEmail(email: string | null): string | null {
  return email === null ? null : email.replace(/^.+(?=@)/s, (name) => `${firstSign(name)}***`);
}

/** A sentence without the phones and ID numbers in it: 13812345678 becomes 138****5678, an ID number 330****, without its tail. */
export function maskNumbers(text: string): string {
  return text.replace(/0\d{2,3}-\d{7,8}|\d{7,}[Xx]?/g, (digits) =>
    digits.length === 15 || digits.length === 18
      ? `${digits.slice(0, 3)}****`
      : `${digits.slice(0, 3)}****${digits.slice(-4)}`,
  );
}
