import { log } from '#server/core/log.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { loadCommands } from './commandRows.ts';
import { watchCommands } from './commandWire.ts';

const part: Worker = {
  async start() {
    loadCommands();
    return watchCommands(5, (error) => log.error({ err: error }, 'commands not sent'));
  },
};
export default part;
