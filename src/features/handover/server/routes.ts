import { handoverApi } from '#features/handover/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getHandover, getHandoverList } from './read.ts';
import { addHandoverNote, signHandover } from './sign.ts';
import { startHandover } from './start.ts';

export default handlers(handoverApi, {
  startHandover,
  signHandover,
  addHandoverNote,
  getHandover,
  getHandoverList,
});
