import { expect, test } from 'vitest';
import { formatOf } from '#devices/formats.ts';
import { codecNames } from '#devices/lorawan/codec.ts';
import { profileOf } from '#devices/profile.ts';
import { builtInModels } from './builtInModels.ts';
import { profileProblem } from './profileRule.ts';

test('every protocol and every kind of gateway has a model, and each profile is one that a form accepts', () => {
  const codes = builtInModels.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(builtInModels.filter(({ kind }) => kind === 'gateway').map(({ code }) => code)).toEqual([
    ...['z2m_gateway', 'lorawan_gateway', 'thingsboard_gateway', 'scaip_gateway'],
  ]);
  const problems = builtInModels.map(({ code, profile }) => [code, profileProblem(profile)]);
  expect(problems.filter(([, problem]) => problem)).toEqual([]);
  for (const { code, interval, offline } of builtInModels) expect(offline, code).toBeGreaterThan(interval);
});

test('the care models of Milesight are those with a codec, and each reads its battery', () => {
  const models = builtInModels.filter(({ profile }) => profile.codec !== undefined);
  expect(models.map(({ code }) => code).sort()).toEqual([...codecNames].sort());
  const format = formatOf('lorawan');
  const body = Buffer.from(JSON.stringify({ fPort: 85, data: Buffer.from('017564', 'hex').toString('base64') }));
  for (const { code, profile } of models.filter((model) => model.capabilities.includes('battery'))) {
    const context = { number: '24e1240000000001', profile: profileOf({ profile, events: [] }), at: 0 };
    expect([code, format?.read({ word: 'up', body }, context).message?.battery]).toEqual([code, 100]);
  }
});
