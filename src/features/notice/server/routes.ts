import { keepAttachment, keepPicture } from '#features/file/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { noticeApi } from '../contract.ts';
import { getNoticeOption } from './audience.ts';
import { getMyNoticeList, getNoticeReceiptList, getUnreadCount, readAllNotice, readNotice } from './inbox.ts';
import { publishNotice, remindNotice, withdrawNotice } from './publish.ts';
import { getNoticeList } from './rows.ts';
import { addNotice, copyNotice, deleteNotice, editNotice, updateNoticePinned } from './write.ts';

export default handlers(noticeApi, {
  getNoticeList,
  addNotice,
  editNotice,
  copyNotice,
  publishNotice,
  withdrawNotice,
  updateNoticePinned,
  deleteNotice,
  getNoticeReceiptList,
  remindNotice,
  getNoticeOption,
  uploadNoticeFile: (viewer, _input, { file }) => keepAttachment(viewer, file, 'notice'),
  uploadNoticePicture: (viewer, _input, info) => keepPicture(viewer, info, 'notice'),
  getMyNoticeList,
  readNotice,
  readAllNotice,
  getUnreadCount,
});
