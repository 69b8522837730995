import { Problem } from '#server/core/problem.ts';
import type { JobKind } from '#server/jobs/jobs.ts';
import { leaveImport, writeImport } from './confirm.ts';
import { readImport } from './preview.ts';
import { undoRows } from './undo.ts';

/** One import through its phases; rows that are done are marked, so that it goes on where it was interrupted; the file is read once. */
const importJob: JobKind = {
  kind: 'import',
  restartable: (input) => input.phase !== 'read',
  async run(job) {
    const path = String(job.input.path);
    if (job.viewer.endpoints !== null && !job.viewer.endpoints.has(`POST ${path}`)) {
      const stands = await leaveImport(job);
      throw new Problem(403, stands === null ? '没有导入的权限' : `没有导入的权限。${stands}`);
    }
    if (job.input.phase === 'write') return writeImport(job);
    return job.input.phase === 'undo' ? undoRows(job) : readImport(job);
  },
  cleanUp: leaveImport,
};

export default [importJob];
