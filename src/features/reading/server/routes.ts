import { readingApi } from '#features/reading/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { deleteBand, editBand, getBandList } from './bands.ts';
import { addReading, addReadingBatch, checkReading } from './entry/add.ts';
import { voidReading } from './entry/void.ts';
import { getReadingLatest } from './getReadingLatest.ts';
import { getReadingList } from './getReadingList.ts';
import { getReadingRound, getReadingRoundFloor } from './getReadingRound.ts';
import { getReadingSeries } from './getReadingSeries.ts';

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
