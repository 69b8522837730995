import { expect, test } from 'vitest';
import { seededScales } from '../seeds.ts';
import { checkDefinition } from './checkDefinition.ts';

test.each(seededScales.map((scale) => [scale.code, scale] as const))('%s of the box is in order', (_code, scale) => {
  expect(checkDefinition(scale)).toEqual({ definition: scale });
});
