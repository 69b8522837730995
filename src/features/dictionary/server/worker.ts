import type { RoomPart } from '#server/rooms.ts';
import { every } from '#server/schedule.ts';
import { wake } from '#server/wake.ts';
import { loadWords } from '#server/words.ts';

/** Keeps the labels in memory with which the server itself writes texts. */
const part: RoomPart = {
  async start() {
    const stop = every('dictionary.words', 60, loadWords);
    const unsubscribe = wake.subscribe('dictionary', () => void loadWords().catch(() => undefined));
    return async () => {
      unsubscribe();
      await stop();
    };
  },
};
export default part;
