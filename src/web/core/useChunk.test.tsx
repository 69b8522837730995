import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Chunk, loadChunk } from './chunk.ts';
import { useChunk } from './useChunk.ts';

function Around({ chunk }: { chunk: Chunk }) {
  const Component = useChunk(chunk);
  return <main>{Component ? <Component /> : '…'}</main>;
}

test('a part that has been fetched is drawn together with what stands around it', async () => {
  const chunk: Chunk = { file: 'list', load: async () => ({ default: () => <table /> }) };
  expect(renderToStaticMarkup(<Around chunk={chunk} />)).toBe('<main>…</main>');
  await loadChunk(chunk);
  expect(renderToStaticMarkup(<Around chunk={chunk} />)).toBe('<main><table></table></main>');
});

test('a part that could not be fetched is fetched again when it is needed again', async () => {
  let times = 0;
  const load: Chunk['load'] = async () => {
    times += 1;
    if (times === 1) throw new Error('Failed to fetch dynamically imported module');
    return { default: () => <table /> };
  };
  const chunk: Chunk = { file: 'desk', load };
  await expect(loadChunk(chunk)).rejects.toThrow('Failed to fetch');
  expect(renderToStaticMarkup(<Around chunk={chunk} />)).toBe('<main>…</main>');
  await loadChunk(chunk);
  expect(renderToStaticMarkup(<Around chunk={chunk} />)).toBe('<main><table></table></main>');
});
