import { lostApi } from '#features/lost/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { closeLost } from './close.ts';
import { editLost } from './edit.ts';
import { getLost } from './get.ts';
import { openLost } from './open.ts';
import { uploadLostPhoto } from './photo.ts';

export default handlers(
  lostApi,
  { openLost, editLost, closeLost, getLost, uploadLostPhoto },
  { alarm: ['openLost', 'closeLost'] },
);
