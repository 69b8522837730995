/**
 * Converts local time of a zone to an instant, ISO with ms and Z. A time skipped by a clock change is taken as one hour
 * later, a repeated one as the first of both.
 * @param wall `2026-11-20T00:00:00` with or without milliseconds
 */
export function instantAt(wall: string, timeZone: string): string {
  const shown = Date.parse(`${wall}Z`);
  const ahead = (at: number) => Date.parse(`${clockAt(at, timeZone)}Z`) - Math.floor(at / 1000) * 1000;
  const first = shown - ahead(shown - 86_400_000);
  const second = shown - ahead(shown + 86_400_000);
  const at = [first, second].find((each) => ahead(each) === shown - each) ?? first;
  return new Date(at).toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of a zone at an instant, ms: `2026-11-20T00:00:00`. */
export function clockAt(at: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return format.format(at).replace(' ', 'T');
}
