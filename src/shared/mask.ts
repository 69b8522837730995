/** Masks a phone number but its head and its last four digits: 138****5678, 0570-****1234. */
export function maskPhone(phone: string | null): string | null {
  if (!phone) return null;
  const digits = phone.replace(/\D/g, '');
  if (digits.length < 7) return '****';
  const head = /^0\d{2,3}-/.exec(phone)?.[0] ?? phone.slice(0, 3);
  return `${head}****${phone.slice(-4)}`;
}

const clusters = new Intl.Segmenter('zh', { granularity: 'grapheme' });
/** Maximum UTF-16 units of the first or last character; a family emoji has eleven. */
const maxSignLength = 64;

function firstSign(text: string): string {
  for (const { segment } of clusters.segment(text.slice(0, maxSignLength))) return segment;
  return '';
}

function lastSign(text: string): string {
  return [...clusters.segment(text.slice(-maxSignLength))].at(-1)?.segment ?? '';
}

/** Cuts a text to at most `units` UTF-16 units, without splitting its last character. */
export function cutText(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = clusters.segment(text.slice(0, units + maxSignLength)).containing(units);
  return text.slice(0, last?.index || units).toWellFormed();
}

/** Makes a text storable in the database: replaces U+0000 and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Masks a text but its first and last character, emoji whole: 幸***里; texts of one or two characters become **. */
export function maskText(text: string): string {
  const [first, last] = [firstSign(text), lastSign(text)];
  return text.length <= first.length + last.length ? '**' : storable(`${first}***${last}`);
}

/** Masks a name but its first character, e.g. 吴* (domain.md 3.5). */
export function maskName(name: string): string {
  return `${firstSign(name)}*`;
}

/** Masks an ID number from its head and tail: 3311**********0428. */
export function maskIdNo(head: string, tail: string): string {
  return `${head}**********${tail}`;
}

/** Masks an address but its beginning: 幸福小区****; a short one completely. */
export function maskAddress(text: string): string {
  const head = cutText(text, 4);
  return head === text ? '****' : `${head}****`;
}

/** Masks an email address: z***@example.com. */
export function maskEmail(email: string | null): string | null {
  return email === null ? null : email.replace(/^.+(?=@)/s, (name) => `${firstSign(name)}***`);
}

/**
 * Masks phones and ID numbers within a text: 13812345678 becomes 138****5678, an ID number 330****, without its tail.
 */
export function maskNumbers(text: string): string {
  return text.replace(/0\d{2,3}-\d{7,8}|\d{7,}[Xx]?/g, (digits) =>
    digits.length === 15 || digits.length === 18
      ? `${digits.slice(0, 3)}****`
      : `${digits.slice(0, 3)}****${digits.slice(-4)}`,
  );
}
