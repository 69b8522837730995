import { expect, test } from 'vitest';
import { newDraft } from './draft.ts';
import { readDefinition } from './readDefinition.ts';

const text = (patch: object) => JSON.stringify({ ...newDraft, code: 'fall', ...patch });

test('a definition is read with the version of the draft and the keys of the grammar alone', () => {
  const read = readDefinition(text({ version: 7, status: 'enabled', used: true }), 2, 'fall');
  expect(read).toEqual({ ...newDraft, code: 'fall', version: 2 });
});

test.each([
  ['{\n 1', undefined, '不是 JSON：第 2 行第 2 个字不对'],
  ['[]', undefined, '不是一份量表定义'],
  ['{"code":"a"}', undefined, '没有条目（items）'],
  [text({ items: [{ code: '1' }] }), undefined, 'items[0].options 应是一列'],
  [text({ rules: [{ when: { never: true }, effect: {} }] }), undefined, 'rules[0] 没有完整的 when 或 effect'],
  [text({ grade: { by: 'matrix', grades: [], rows: [{}] } }), undefined, 'grade.rows[0].when 不完整'],
  [text({}), 'other', '编码是 fall，这里改的是 other'],
  ['x'.repeat(1_000_001), undefined, '文字太长，最多 100 万字'],
])('what the editor cannot draw is refused: %.40s', (pasted, code, problem) => {
  expect(readDefinition(pasted, 1, code)).toContain(problem);
});
