import { invalidField } from '#server/core/problem.ts';

const maxDays = 30;
const minute = 60_000;

interface Facts {
  seenAt?: string | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}

/** Throws 400 for a time in the future or long ago, and for half a place. */
export function validateFacts({ seenAt, lat, lng }: Facts): void {
  if (((lat ?? null) === null) !== ((lng ?? null) === null)) throw invalidField('lat', '请同时填写纬度和经度');
  if (seenAt === undefined) return;
  const age = Date.now() - Date.parse(seenAt);
  if (age < -minute) throw invalidField('seenAt', '最后见到的时间不能晚于现在');
  if (age > maxDays * 1440 * minute) throw invalidField('seenAt', `最后见到的时间不能早于${maxDays}天前`);
}
