import { registerFileAccess } from '#features/file/server/service.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { canOpenFile, logo, paper } from './files.ts';
import { remindDue } from './reminder.ts';

/** Seconds between runs: each zone has its own midnight. */
const often = 3600;

const part: Worker = {
  async start() {
    for (const subject of [paper, logo]) registerFileAccess(subject, canOpenFile);
    return every('project.reminder', '项目到期提醒', often, remindDue, true);
  },
};
export default part;
