import { readingApi } from '#features/reading/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addReading, addReadingBatch, checkReading } from './add.ts';
import { deleteBand, editBand, getBandList } from './bands.ts';
import { getReadingLatest } from './getReadingLatest.ts';
import { getReadingList } from './getReadingList.ts';
import { getReadingRound, getReadingRoundFloor } from './getReadingRound.ts';
import { getReadingSeries } from './getReadingSeries.ts';
import { voidReading } from './void.ts';

export default handlers(readingApi, {
  getReadingSeries,
  getReadingList,
  getReadingLatest,
  getReadingRound,
  getReadingRoundFloor,
  checkReading,
  addReading,
  addReadingBatch,
  voidReading,
  getBandList,
  editBand,
  deleteBand,
});
