import { exporting } from '#features/export/server/service.ts';
import { readingApi } from '#features/reading/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { deleteBand, editBand, getBandList } from './bands.ts';
import { addReading, addReadingBatch, checkReading } from './entry/add.ts';
import { voidReading } from './entry/void.ts';
import { getReadingLatest } from './getReadingLatest.ts';
import { getReadingRound, getReadingRoundFloor } from './getReadingRound.ts';
import { getReadingSeries } from './getReadingSeries.ts';
import { getReadingList } from './list/getReadingList.ts';

export default handlers(readingApi, {
  getReadingSeries,
  getReadingList,
  exportReading: exporting(readingApi.exportReading),
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
