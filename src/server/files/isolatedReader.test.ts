import { expect, test } from 'vitest';
import { readIsolated } from './isolatedReader.ts';

const module = (code: string) =>
  new URL(
    `data:text/javascript,import { parentPort, workerData } from 'node:worker_threads';${encodeURIComponent(code)}`,
  );
const limits = { heap: 16, time: 60_000 };

test('what a reader posts arrives part by part', async () => {
  const parts: unknown[] = [];
  const reader = module(
    `parentPort.postMessage({ part: workerData }); parentPort.on('message', () => parentPort.postMessage({ end: true }));`,
  );
  await readIsolated(reader, 'rows', (part) => parts.push(part), limits);
  expect(parts).toEqual(['rows']);
});

test('a reader that refuses the file does so in its own words', async () => {
  const reader = module(`parentPort.postMessage({ refused: '缺少列' });`);
  await expect(readIsolated(reader, null, () => undefined, limits)).rejects.toMatchObject({
    status: 400,
    message: '缺少列',
  });
});

test.each([
  ['uses up its memory', `const kept = []; for (;;) kept.push({ at: kept.length });`, limits],
  ['never ends', 'for (;;);', { ...limits, time: 300 }],
  ['fails', `throw new Error('secret detail');`, limits],
  ['ends without a word', 'process.exit(0);', limits],
])('a file whose reader %s is refused, and everything else goes on', async (_what, code, bounds) => {
  await expect(readIsolated(module(code), null, () => undefined, bounds)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('没有导入'),
  });
});
