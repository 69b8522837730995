import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Modules that only some requests need: loaded by the first of them (docs/mechanisms.md, Start and stop). */
const later = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@node-oauth/oauth2-server',
  'aedes',
  'file-type',
  'hucre',
  'otpauth',
  'pg-boss',
  'pinyin-pro',
  'sanitize-html',
  'sharp',
  'typebox',
];

test('the start loads nothing of what only some requests need', () => {
  const text = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
        if (name) packages.add(name);
        return next(url, context);
      },
    });
    await import('#server/boot/start.ts');
    const { extensionsOf } = await import('#server/feature/extensions.ts');
    for (const name of ['routes', 'http', 'worker', 'deviceStore']) await extensionsOf(name);
    console.log(JSON.stringify([...packages]));
    process.exit();
  `;
  const args = ['--input-type=module', '--eval', text];
  const result = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  const loaded: string[] = JSON.parse(result.stdout.trim().split('\n').at(-1) ?? '[]');
  expect(loaded).toContain('fastify');
  expect(loaded.filter((name) => later.includes(name))).toEqual([]);
});
