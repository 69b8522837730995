import { registerFileAccess } from '#features/file/server/service.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { canOpenLogo, logoSubject } from './logo.ts';
import { trimTokens } from './token.ts';

const part: Worker = {
  async start() {
    registerFileAccess(logoSubject, canOpenLogo);
    return every('app.tokens', '应用令牌清理', 600, trimTokens, true);
  },
};
export default part;
