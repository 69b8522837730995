import { judgeFiles } from '#features/file/server/service.ts';
import type { FeaturePart } from '#server/feature/find.ts';
import { every } from '#server/jobs/schedule.ts';
import { logoSubject, mayOpenLogo } from './logo.ts';
import { trimTokens } from './token.ts';

const part: FeaturePart = {
  async start() {
    judgeFiles(logoSubject, mayOpenLogo);
    return every('app.tokens', 600, trimTokens, true);
  },
};
export default part;
