import dayjs, { type Dayjs } from 'dayjs';
import { fullTime } from './format.ts';

/** Offset of the screens' zone, Asia/Shanghai: no summer time since 1991. */
const offset = '+08:00';

/** An instant as the clock on a Chinese wall shows it, for a date picker, in whatever zone the seat's computer is set. */
export function toWall(iso: string): Dayjs {
  return dayjs(fullTime(iso));
}

/** The instant that a date picker's wall time means, ISO with ms and Z. */
export function fromWall(wall: Dayjs): string {
  return new Date(`${wall.format('YYYY-MM-DDTHH:mm:ss')}${offset}`).toISOString();
}
