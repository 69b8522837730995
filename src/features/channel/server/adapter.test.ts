import { expect, test } from 'vitest';
import { adaptedKinds, adapterOf } from './find.ts';

test('each adapter is of the kind of its file, and its settings have titles', async () => {
  const kinds = await adaptedKinds();
  expect(kinds).toContain('webhook');
  for (const kind of kinds) {
    const adapter = await adapterOf(kind);
    expect(adapter?.kind).toBe(kind);
    const fields: [string, { title?: string }][] = Object.entries(adapter?.config.properties ?? {});
    expect(adapter?.secrets.filter((name) => !fields.some(([key]) => key === name))).toEqual([]);
    expect(fields.filter(([, { title }]) => !/\p{Script=Han}|^[A-Z]/u.test(title ?? ''))).toEqual([]);
  }
});
