import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { db } from '#server/db.ts';

/** Each sign as strokes on a 4 × 6 grid; only signs that cannot be mistaken for one another. */
const strokes: Readonly<Record<string, readonly string[]>> = {
  '3': ['00 40 23 34 44 36 16 05'],
  '4': ['30 04 44', '30 36'],
  '7': ['00 40 16'],
  A: ['06 20 46', '14 34'],
  C: ['41 30 10 01 05 16 36 45'],
  E: ['40 00 06 46', '03 33'],
  F: ['40 00 06', '03 33'],
  H: ['00 06', '40 46', '03 43'],
  J: ['30 35 26 16 05'],
  K: ['00 06', '40 03 46'],
  L: ['00 06 46'],
  M: ['06 00 23 40 46'],
  N: ['06 00 46 40'],
  P: ['06 00 30 41 42 33 03'],
  R: ['06 00 30 41 42 33 03', '23 46'],
  T: ['00 40', '20 26'],
  V: ['00 26 40'],
  W: ['00 16 23 36 40'],
  X: ['00 46', '40 06'],
  Y: ['00 23 40', '23 26'],
};
const signs = Object.keys(strokes);
const width = 112;
const height = 40;

function jitter(spread: number): number {
  return (randomInt(0, 2001) / 1000 - 1) * spread;
}

function pathOf(sign: string, left: number): string {
  const lean = jitter(0.28);
  const scale = 4.1 + jitter(0.5);
  const top = 7 + jitter(3);
  const lines = (strokes[sign] ?? []).map((line) =>
    line
      .split(' ')
      .map((point, index) => {
        const x = left + Number(point[0]) * scale * 0.95 + (6 - Number(point[1])) * lean * 3 + jitter(0.8);
        const y = top + Number(point[1]) * scale + jitter(0.8);
        return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join(''),
  );
  return lines.join('');
}

function curve(): string {
  const at = () => randomInt(4, height - 4);
  return `M0 ${at()}C${width / 3} ${at()} ${(width * 2) / 3} ${at()} ${width} ${at()}`;
}

/** A drawn picture of the answer as SVG: strokes only, no text in it. */
export function draw(answer: string): string {
  const letters = [...answer].map((sign, index) => pathOf(sign, 10 + index * 25 + jitter(2))).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#eef1f0"/><g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${curve()}" stroke="#9ab0aa" stroke-width="1.2"/><path d="${curve()}" stroke="#c9b28a" stroke-width="1.2"/><path d="${letters}" stroke="#2b3f3b" stroke-width="2.6"/></g></svg>`;
}

/** A new captcha: 4 signs, good for 2 minutes and one try. */
export async function newCaptcha(): Promise<{ captchaId: string; image: string }> {
  const answer = Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');
  const captchaId = randomUUID();
  await db.execute(
    sql`insert into captcha (id, answer, expires_at) values (${captchaId}, ${answer}, now() + interval '2 minutes')`,
  );
  return { captchaId, image: `data:image/svg+xml;base64,${Buffer.from(draw(answer)).toString('base64')}` };
}

/** Whether the answer is right, letters in either case; the captcha is used up either way. */
export async function checkCaptcha(id: string, answer: string): Promise<boolean> {
  const found = await db.execute<{ answer: string }>(
    sql`delete from captcha where id = ${id} and expires_at > now() returning answer`,
  );
  return found.rows[0] !== undefined && found.rows[0].answer.toUpperCase() === answer.trim().toUpperCase();
}

export async function trimCaptchas(): Promise<void> {
  await db.execute(sql`delete from captcha where expires_at < now()`);
  await db.execute(sql`delete from login_ticket where expires_at < now()`);
  await db.execute(
    sql`delete from login_guard where last_at < now() - interval '1 day' and (locked_until is null or locked_until < now())`,
  );
}
