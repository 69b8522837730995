import { expect, it } from 'vitest';
import { promptProblem } from './PromptField.tsx';

it('a prompt is checked against its pattern, then its validator', async () => {
  expect(await promptProblem('12', { pattern: /^\d+$/ })).toBeUndefined();
  expect(await promptProblem('x', { pattern: /^\d+$/, validator: () => '到不了这里' })).toBe('输入的数据不合法');
  expect(await promptProblem('12', { pattern: /^\d+$/, validator: (value) => value.length > 4 || '至少5个字' })).toBe(
    '至少5个字',
  );
});

it('a refusal without a sentence says the default or the one that was given', async () => {
  expect(await promptProblem('x', { validator: () => false })).toBe('输入的数据不合法');
  expect(await promptProblem('x', { validator: async () => false, error: '口令不对' })).toBe('口令不对');
});

it('a pattern with the global flag judges the same each time', async () => {
  const options = { pattern: /a/g };
  expect(await promptProblem('a', options)).toBeUndefined();
  expect(await promptProblem('a', options)).toBeUndefined();
});
