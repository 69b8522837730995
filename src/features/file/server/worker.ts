import type { Worker } from '#server/feature/manifest.ts';
import { sweepUploads } from '#server/files/uploads.ts';
import { every } from '#server/jobs/schedule.ts';
import { sweepFiles } from './service.ts';

const part: Worker = {
  async start() {
    const stops = [
      every('file.sweep', '过期文件清理', 3600, sweepFiles, true),
      every('upload.sweep', '未完成上传清理', 3600, () => sweepUploads()),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
