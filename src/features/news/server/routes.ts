import { savePicture } from '#features/file/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { wideCover } from '#server/files/pictureVariants.ts';
import { newsApi } from '../contract.ts';
import { approveNews, recallNews, rejectNews, submitNews, updateNewsStatus } from './review.ts';
import { getNewsOption } from './rows.ts';
import { articles, updateNewsSort } from './write.ts';

export default handlers(newsApi, {
  getNewsList: articles.list,
  getNews: articles.get,
  addNews: articles.addFull,
  editNews: articles.editFull,
  submitNews,
  recallNews,
  approveNews,
  rejectNews,
  updateNewsStatus,
  updateNewsSort,
  deleteNews: articles.remove,
  getNewsOption,
  uploadNewsCover: (viewer, _input, info) => savePicture(viewer, info, 'news', wideCover),
  uploadNewsPicture: (viewer, _input, info) => savePicture(viewer, info, 'news'),
});
