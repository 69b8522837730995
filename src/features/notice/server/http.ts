import { publicPictures } from '#features/file/server/service.ts';
import { publicPicture } from './open.ts';

/** The pictures of public notices, for the page that needs no login. */
export default publicPictures({
  path: '/api/open/getNoticePicture',
  summary: '公开公告里的图片',
  tag: 'open',
  find: publicPicture,
});
