import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { fetchPart, type Part } from './chunk.ts';
import { usePart } from './useChunk.ts';

function Around({ part }: { part: Part }) {
  const Component = usePart(part);
  return <main>{Component ? <Component /> : '…'}</main>;
}

test('a part that has been fetched is drawn together with what stands around it', async () => {
  const part: Part = { file: 'list', load: async () => ({ default: () => <table /> }) };
  expect(renderToStaticMarkup(<Around part={part} />)).toBe('<main>…</main>');
  await fetchPart(part);
  expect(renderToStaticMarkup(<Around part={part} />)).toBe('<main><table></table></main>');
});

test('a part that could not be fetched is fetched again when it is needed again', async () => {
  let times = 0;
  const load: Part['load'] = async () => {
    times += 1;
    if (times === 1) throw new Error('Failed to fetch dynamically imported module');
    return { default: () => <table /> };
  };
  const part: Part = { file: 'desk', load };
  await expect(fetchPart(part)).rejects.toThrow('Failed to fetch');
  expect(renderToStaticMarkup(<Around part={part} />)).toBe('<main>…</main>');
  await fetchPart(part);
  expect(renderToStaticMarkup(<Around part={part} />)).toBe('<main><table></table></main>');
});
