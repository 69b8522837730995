/** Limit of names per field: more are taken for a typing error. */
const maxPerRange = 200;

const range = /^(.*?)(\d{1,6})[~～至]\1?(\d{1,6})$/;

/** Expands a range: 301~306 gives six names, A01~A04 four; any other text stays itself. */
function expandRange(part: string): string[] {
  const [, prefix = '', from = '', to = ''] = range.exec(part) ?? [];
  const count = Number(to) - Number(from) + 1;
  if (from === '' || count < 1 || count > maxPerRange) return [part];
  return Array.from({ length: count }, (_, index) => prefix + String(Number(from) + index).padStart(from.length, '0'));
}

/** Returns the typed names, unique and in order: a list (A、B), ranges (301~306), or both. */
export function namesIn(typed: string): string[] {
  const parts = typed
    .split(/[、,，]/)
    .map((part) => part.trim())
    .filter(Boolean);
  return [...new Set(parts.flatMap(expandRange))];
}
