import { shareApi } from '#features/share/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { openShare } from './open.ts';
import { addShare, getShareList, revokeShare } from './share.ts';

export default handlers(shareApi, { addShare, getShareList, revokeShare, openShare });
