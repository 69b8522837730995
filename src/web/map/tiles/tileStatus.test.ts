import { expect, test } from 'vitest';
import { createTileStatus } from './tileStatus.ts';

test('the first tile that fails is told, later ones four in a row, and one that comes ends it', () => {
  const status = createTileStatus();
  const changes: string[] = [];
  status.subscribe(() => changes.push(status.get()));
  for (const isLoaded of [false, false, true, false, false, false, true, false, false, false, false, true])
    status.record(isLoaded);
  expect(changes).toEqual(['failing', 'shown', 'failing', 'shown']);
});
