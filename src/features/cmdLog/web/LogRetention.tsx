import { Button as AntButton, InputNumber, Popover } from 'antd';
import { ShieldCheck, Timer } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { count } from '#web/data/format.ts';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cmdLogApi } from '../contract.ts';

type LogRetentions = OutputOf<typeof cmdLogApi.getLogRetention>;
const names = { cmd_log: '操作命令', change_log: '字段变更', login_log: '登录日志' } as const;

async function verify(): Promise<void> {
  const report = await withToast(() => callApi(cmdLogApi.verifyCmdLog, {}), { done: null, failed: '校验没有完成' });
  if (!report) return;
  if (report.ok)
    await box.alert(
      `已校验 ${count(report.checked)} 行，没有发现改动。最近一分钟的 ${count(report.unsealed)} 行还没有封存。`,
      {
        title: '日志完好',
        level: 'success',
      },
    );
  else
    await box.alert(
      `「${report.log ? names[report.log] : '日志'}」${report.why ?? '被改动'}${report.firstBadId ? `（编号 ${report.firstBadId}）` : ''}。请保留现场，联系管理员核对数据库的访问记录。`,
      { title: '日志被改动', level: 'error' },
    );
}

/** Verifies the seals; shows and edits the retention of each log. */
export function LogRetention() {
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Button
        disabled={busy}
        onClick={() => {
          setBusy(true);
          void verify().finally(() => setBusy(false));
        }}
      >
        <ShieldCheck size={16} aria-hidden="true" /> {busy ? '校验中' : '校验日志'}
      </Button>
      <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Retention />}>
        <Button>
          <Timer size={16} aria-hidden="true" /> 保留天数
        </Button>
      </Popover>
    </>
  );
}

function Retention() {
  const [logs, setLogs] = useState<LogRetentions>();
  const [requested, setRequested] = useState(false);
  if (!requested) {
    setRequested(true);
    void withToast(() => callApi(cmdLogApi.getLogRetention, {}), { done: null, failed: '没有取到' }).then(setLogs);
  }
  const save = async (log: LogRetentions[number]['log'], days: number) => {
    await withToast(() => callApi(cmdLogApi.editLogRetention, { log: log as 'cmd_log', days }), { done: '已保存' });
  };
  return (
    <div className="log-retention grid items-center gap-2">
      {logs?.map(({ log, title, days }) => (
        <form
          key={log}
          onSubmit={(event) => {
            event.preventDefault();
            void save(log, Number(new FormData(event.currentTarget).get('days')));
          }}
        >
          <label htmlFor={`keep-${log}`}>{title}</label>
          <InputNumber
            id={`keep-${log}`}
            name="days"
            min={180}
            max={3650}
            defaultValue={days}
            disabled={!can('cmdLog:retention')}
            suffix="天"
          />
          {can('cmdLog:retention') && (
            <AntButton htmlType="submit" size="small">
              保存
            </AntButton>
          )}
        </form>
      ))}
      <p className="text-xs text-text3 col-span-full">至少 180 天。过期的部分按月整块清除。</p>
    </div>
  );
}
