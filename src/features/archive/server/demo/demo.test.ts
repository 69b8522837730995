import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveApi } from '#features/archive/contract.ts';
import { runDemos } from '#server/feature/seeds.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import type { OutputOf } from '#shared/endpoint.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await runDemos();
});
afterAll(() => app.stop());

test('demo customers have archives: full, with 无, with sections that are missing, with words that follow from the rows', async () => {
  const people = await app.sql<{ id: string; name: string }>(
    'select id::text, name from customer where demo order by id',
  );
  const archives: OutputOf<typeof archiveApi.getArchive>[] = [];
  for (const { id } of people) archives.push(await app.call(archiveApi.getArchive, { customerId: id }, app.admin));
  const [first] = archives;
  expect(first?.person.name).toBe('王桂兰');
  expect(first?.summary.chronic).toEqual(['coronary', 'hypertension', 'osteoporosis']);
  expect(first?.missing).toEqual(['family', 'vaccination', 'attachment']);
  expect(first?.summary.medicines).toMatchObject([
    { text: '阿司匹林 100mg 早 1 次', daysLeft: 5 },
    { text: '氨氯地平 5mg 早 1 次', daysLeft: 18 },
    { text: '阿托伐他汀 20mg 睡前', daysLeft: 18 },
  ]);
  expect(archives.flatMap(({ highlights }) => highlights.map(({ text }) => text))).toContainEqual(
    expect.stringMatching(/按用量还剩 \d 天$/),
  );
  const shares = [archives.filter(({ none }) => none.length > 0), archives.filter(({ missing }) => missing.length > 3)];
  for (const share of shares) expect(share.length).toBeGreaterThan(people.length / 4);
  // A second start adds nothing.
  const count = () =>
    app.sql(
      'select (select count(*) from surgery) + (select count(*) from aid) as n, (select max(version) from medicine) as v',
    );
  const before = await count();
  await runDemos();
  expect(await count()).toEqual(before);
});
