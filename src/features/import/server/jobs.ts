import { Problem } from '#server/core/problem.ts';
import type { JobKind } from '#server/jobs/jobs.ts';
import { rollBackImport, writeImport } from './confirm.ts';
import { readImport } from './preview.ts';
import { undoRows } from './undo.ts';

/**
 * Job of one import through its phases. Reads the file once; marks written rows, so that a restart continues after
 * them.
 */
const importJob: JobKind = {
  kind: 'import',
  restartable: (input) => input.phase !== 'read',
  async run(job) {
    const path = String(job.input.path);
    if (job.viewer.endpoints !== null && !job.viewer.endpoints.has(`POST ${path}`)) {
      const message = await rollBackImport(job);
      throw new Problem(403, message === null ? '没有导入的权限' : `没有导入的权限。${message}`);
    }
    if (job.input.phase === 'write') return writeImport(job);
    return job.input.phase === 'undo' ? undoRows(job) : readImport(job);
  },
  cleanUp: rollBackImport,
};

export default [importJob];
