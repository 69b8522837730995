import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { renderPicture } from '#server/files/pictureRenderer.ts';

/** Strokes of each character on a 4 × 6 grid; only characters that cannot be confused with each other. */
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
const ink = ['#2b3f3b', '#33423f', '#2f3b46', '#3d3a33'];

function jitter(spread: number): number {
  return (randomInt(0, 2001) / 1000 - 1) * spread;
}

type Point = readonly [number, number];
/** Function that bends the whole picture: no character is straight or drawn twice alike. */
type Bend = (point: Point) => Point;

function newBend(): Bend {
  const [a, b, c, d] = [jitter(Math.PI), jitter(Math.PI), 9 + jitter(2), 14 + jitter(4)];
  return ([x, y]) => [x + 1.6 * Math.sin(y / (c / 2) + a) + Math.sin(x / c + b), y + 2.6 * Math.sin(x / d + a + b)];
}

/** Returns a path through the points, with enough intermediate points to be bent. */
function lineThrough(points: readonly Point[], bend: Bend): string {
  const dense = points.flatMap(([x, y], index): Point[] => {
    const [toX, toY] = points[index + 1] ?? [x, y];
    return [0, 0.25, 0.5, 0.75].map((part): Point => [x + (toX - x) * part, y + (toY - y) * part]);
  });
  return dense
    .map(bend)
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}

function pathOf(sign: string, left: number, bend: Bend): string {
  const turn = jitter(0.3);
  const scale = 4.2 + jitter(0.5);
  const middle = 20 + jitter(2);
  const place = (point: string): Point => {
    const [x, y] = [(Number(point[0]) - 2) * scale + jitter(0.6), (Number(point[1]) - 3) * scale + jitter(0.6)];
    return [left + 9 + x * Math.cos(turn) - y * Math.sin(turn), middle + x * Math.sin(turn) + y * Math.cos(turn)];
  };
  return (strokes[sign] ?? []).map((line) => lineThrough(line.split(' ').map(place), bend)).join('');
}

/** Returns a stroke across the picture in the ink and about the width of the characters. */
function curve(bend: Bend): string {
  const points = [-2, 0.25, 0.5, 0.75, 1.02].map((part): Point => [part * width, randomInt(8, height - 8)]);
  return lineThrough(points, bend);
}

function scribble(): string {
  const [x, y] = [randomInt(0, width), randomInt(0, height)];
  return `M${x} ${y}l${jitter(9).toFixed(1)} ${jitter(9).toFixed(1)}`;
}

function stroked(path: string, strength: number): string {
  return `<path d="${path}" stroke="${ink[randomInt(ink.length)]}" stroke-width="${(strength + jitter(0.4)).toFixed(1)}"/>`;
}

/**
 * Renders the answer as a WebP picture, 224 × 80: pixels only, without strokes or text that a program could read.
 * Characters touch, are turned and bent, with lines of equal ink across them and noise around.
 */
export async function draw(answer: string): Promise<Buffer> {
  const bend = newBend();
  const letters = [...answer].map((sign, index) => stroked(pathOf(sign, 10 + index * 23 + jitter(2), bend), 2.5));
  const lines = [stroked(curve(bend), 1.6), stroked(curve(newBend()), 1)];
  const marks = Array.from({ length: 14 }, () => stroked(scribble(), 1));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}"><g fill="none" stroke-linecap="round" stroke-linejoin="round">${[...marks, ...letters, ...lines].join('')}</g></svg>`;
  const drawn = await renderPicture({ svg, width: width * 2, height: height * 2 });
  if (!drawn) throw new Error('a captcha could not be drawn');
  return drawn;
}

/** Creates a captcha: 4 characters, valid for 2 minutes and one attempt. */
export async function newCaptcha(): Promise<{ captchaId: string; image: string }> {
  const answer = Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');
  const captchaId = randomUUID();
  await sql`insert into captcha (id, answer, expires_at) values (${captchaId}, ${answer}, now() + interval '2 minutes')`.execute(
    db,
  );
  return { captchaId, image: `data:image/webp;base64,${(await draw(answer)).toString('base64')}` };
}

/** Returns whether the answer is correct, ignoring case; the captcha is deleted in either case. */
export async function consumeCaptcha(id: string, answer: string): Promise<boolean> {
  const [row] = await db
    .deleteFrom('captcha')
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .returning('answer')
    .execute();
  return row !== undefined && row.answer.toUpperCase() === answer.trim().toUpperCase();
}

export async function trimCaptchas(): Promise<void> {
  await db.deleteFrom('captcha').where('expiresAt', '<', now).execute();
  await db.deleteFrom('loginTicket').where('expiresAt', '<', now).execute();
  await sql`delete from login_guard where last_at < now() - interval '1 day' and (locked_until is null or locked_until < now())`.execute(
    db,
  );
}
