import { saveAttachment, savePicture } from '#features/file/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { noticeApi } from '../contract.ts';
import { getNoticeOption } from './audience.ts';
import { getMyNoticeList, getNoticeReceiptList, getUnreadCount, readAllNotice, readNotice } from './inbox.ts';
import { publishNotice, remindNotice, withdrawNotice } from './publish.ts';
import { copyNotice, notices, updateNoticePinned } from './write.ts';

export default handlers(noticeApi, {
  getNoticeList: notices.list,
  getNotice: notices.get,
  addNotice: notices.addFull,
  editNotice: notices.editFull,
  copyNotice,
  publishNotice,
  withdrawNotice,
  updateNoticePinned,
  deleteNotice: notices.remove,
  getNoticeReceiptList,
  remindNotice,
  getNoticeOption,
  uploadNoticeFile: (viewer, _input, { file }) => saveAttachment(viewer, file, 'notice'),
  uploadNoticePicture: (viewer, _input, info) => savePicture(viewer, info, 'notice'),
  getMyNoticeList,
  readNotice,
  readAllNotice,
  getUnreadCount,
});
