import { publicPictures } from '#features/file/server/service.ts';
import { publicPicture } from './open.ts';

/** Serves the pictures of public notices without a login. */
export default publicPictures({
  path: '/api/open/getNoticePicture',
  summary: '公开公告里的图片',
  tag: 'open',
  find: publicPicture,
});
