import { expect, test } from 'vitest';
import { levelText } from './levelText.ts';

test('a level says that its assessment has ended from the day after the last one', () => {
  const textOn = (today: string, assessedUntil: string | null, abilityLevel: number | null = 2) =>
    levelText({ abilityLevel, assessedUntil }, today, (type, value) => `${type} ${value}`);
  expect(textOn('2026-11-24', '2026-11-24')).toBe('ability_level 2');
  expect(textOn('2026-11-25', '2026-11-24')).toBe('ability_level 2（已过期）');
  expect(textOn('2026-11-25', null)).toBe('ability_level 2');
  expect(textOn('2026-11-25', '2026-11-24', null)).toBe('');
});
