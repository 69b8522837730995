import { useState } from 'react';
import { locationApi } from '#features/location/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { count } from '#web/data/format.ts';
import { downloadFile } from '#web/file/file.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';

type Input = InputOf<typeof locationApi.exportTrack>;

/** 导出 of a track as GPX or xlsx, as it is drawn or with all points. */
export function TrackExport({ input }: { input: Omit<Input, 'format'> }) {
  const [busy, setBusy] = useState(false);
  const run = async (format: Input['format']) => {
    setBusy(true);
    const answer = await withToast(() => callApi(locationApi.exportTrack, { ...input, format }), {
      done: null,
      failed: '导出失败',
    });
    setBusy(false);
    if (!answer) return;
    if (answer.fileId) downloadFile(answer.fileId);
    else toast.info(`共 ${count(answer.count)} 行，正在后台导出，完成后在右上角「任务」里下载`, 5000);
    refreshJobs();
  };
  const items = [
    { key: 'gpx', label: 'GPX 轨迹文件' },
    { key: 'xlsx', label: 'Excel 表格' },
  ];
  return (
    <MenuButton placement="topRight" menu={{ items, onClick: ({ key }) => void run(key as Input['format']) }}>
      <Button disabled={busy}>导出</Button>
    </MenuButton>
  );
}
