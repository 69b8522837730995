import { registerFileAccess } from '#features/file/server/service.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { canOpenReport, reportSubject } from './files.ts';

/** Lets readers of an examination open its report. */
const part: Worker = {
  async start() {
    registerFileAccess(reportSubject, canOpenReport);
    return async () => undefined;
  },
};
export default part;
