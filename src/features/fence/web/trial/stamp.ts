const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant (ms) as 11-15 09:52 by the clock of a zone. */
export function shortStamp(at: number, zone: string): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(zone, format);
  return format.format(at).slice(5);
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];

/** Formats the day of an instant as 11-13 周五. */
export function dayStamp(at: number, zone: string): string {
  const day = shortStamp(at, zone).slice(0, 5);
  const format = formats.get(zone);
  const weekday = new Date(`${format?.format(at).slice(0, 10)}T00:00:00Z`).getUTCDay();
  return `${day} 周${weekdays[weekday]}`;
}
