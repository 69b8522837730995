import { handlers } from '#server/feature/handlers.ts';
import { shareApi } from '#shared/contract/share.ts';
import { openShare } from './open.ts';
import { addShare, getShareList, revokeShare } from './share.ts';

export default handlers(shareApi, { addShare, getShareList, revokeShare, openShare });
