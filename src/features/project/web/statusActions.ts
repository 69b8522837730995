import { projectApi } from '#features/project/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';
import type { RowAction } from '#web/table/types.ts';
import type { Project } from './columns.tsx';

/** Returns why a closed contract cannot be changed; undefined for others. */
export function closedReason(row: Project): string | undefined {
  return row.status === 'closed' ? '项目已结项' : undefined;
}

async function setStatus(row: Project, status: 'running' | 'paused', changed: () => void): Promise<void> {
  const question = `暂停「${row.name}」？告警照常接收和处理，数据都在。`;
  if (status === 'paused' && !(await box.confirm(question, { ok: '暂停项目' }))) return;
  const done = status === 'paused' ? '已暂停' : '已转为运行';
  await withToast(() => callApi(projectApi.updateProjectStatus, { id: row.id, status }), { done, failed: '修改失败' });
  changed();
}

async function close(row: Project, changed: () => void): Promise<void> {
  const text = `结项后「${row.name}」不能再改状态、续期和新增客户；${row.customerCount} 名客户的告警仍会接收。请写明原因：`;
  const reason = await box.prompt(text, {
    ok: '结项',
    danger: true,
    multiline: true,
    validator: (typed) => typed.trim().length > 0 || '请填写结项原因',
  });
  if (reason === null) return;
  await withToast(
    () => callApi(projectApi.updateProjectStatus, { id: row.id, status: 'closed', reason: reason.slice(0, 200) }),
    { done: '已结项', failed: '结项失败' },
  );
  changed();
}

/** Returns 暂停, 转为运行 and 结项, as far as the state allows. */
export function statusActions(changed: () => void): RowAction<Project>[] {
  return [
    {
      key: 'pause',
      label: '暂停',
      shown: (row) => row.status === 'running' || row.status === 'expired',
      onClick: (row) => void setStatus(row, 'paused', changed),
    },
    {
      key: 'run',
      label: '转为运行',
      shown: (row) => row.status === 'preparing' || row.status === 'paused',
      onClick: (row) => void setStatus(row, 'running', changed),
    },
    {
      key: 'close',
      label: '结项',
      tone: 'danger',
      blocked: closedReason,
      onClick: (row) => void close(row, changed),
    },
  ];
}
