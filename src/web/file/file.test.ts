import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionOver } from '#shared/codes.ts';
import { Entries } from '#web/testing/entries.ts';

/** The token that the server accepts, and the tokens that it got. */
let good: string;
let requests: (string | null)[];

/** Imports the page's modules again, logged in with that token. */
async function page(token: string | undefined) {
  const [file, request, session] = [
    await import('./file.ts'),
    await import('#web/api/request.ts'),
    await import('#web/api/session.ts'),
  ];
  if (token) session.openSession(token, 2_000_000_000);
  return { ...file, ...request, ...session };
}

beforeEach(() => {
  vi.resetModules();
  good = 'second';
  requests = [];
  vi.stubGlobal('sessionStorage', new Entries());
  vi.stubGlobal('localStorage', new Entries());
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Headers }) => {
    const token = headers.get('Authorization');
    requests.push(token);
    return token === `Bearer ${good}`
      ? new Response('picture')
      : Response.json({ code: sessionOver, data: null, msg: '登录超时' }, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('pictures that are refused because the session is over wait for one login and are fetched again after it', async () => {
  const { fileUrl, onSessionOver, openSession } = await page('first');
  let dialogs = 0;
  onSessionOver(async () => {
    dialogs += 1;
    openSession(good, 2_000_000_000);
    return true;
  });
  const urls = await Promise.all([fileUrl('1'), fileUrl('2')]);
  expect(urls.every((url) => url.startsWith('blob:'))).toBe(true);
  expect(dialogs).toBe(1);
  expect(requests).toEqual(['Bearer first', 'Bearer first', 'Bearer second', 'Bearer second']);
});

test('a picture is not had when the login is not renewed', async () => {
  const { fileUrl, onSessionOver } = await page('first');
  onSessionOver(async () => false);
  await expect(fileUrl('1')).rejects.toMatchObject({ code: sessionOver, status: 401 });
  expect(requests).toHaveLength(1);
});

test('nobody is asked to log in for a picture of a page without a login', async () => {
  const { fileUrl, onSessionOver } = await page(undefined);
  onSessionOver(async () => Promise.reject(new Error('asked')));
  await expect(fileUrl('1', undefined, '/api/open/getPicture')).rejects.toMatchObject({ code: sessionOver });
  expect(requests).toEqual([null]);
});
