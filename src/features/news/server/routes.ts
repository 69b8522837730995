import { handlers } from '#server/handlers.ts';
import { newsApi } from '../contract.ts';
import { uploadNewsCover } from './cover.ts';
import { approveNews, rejectNews, submitNews, updateNewsStatus } from './review.ts';
import { getNewsList, getNewsOption } from './rows.ts';
import { addNews, deleteNews, editNews, updateNewsSort } from './write.ts';

export default handlers(newsApi, {
  getNewsList,
  addNews,
  editNews,
  submitNews,
  approveNews,
  rejectNews,
  updateNewsStatus,
  updateNewsSort,
  deleteNews,
  getNewsOption,
  uploadNewsCover,
});
