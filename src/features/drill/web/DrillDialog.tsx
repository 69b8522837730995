import { Modal } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { drillApi } from '#features/drill/contract.ts';
import { drillMark } from '#shared/drill.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { errorText, isAborted } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { listTime } from '#web/data/format.ts';
import { box, toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import '#web/form/form.css';
import './drill.css';
import { DrillForm } from './DrillForm.tsx';

type Drill = OutputOf<typeof drillApi.getDrillList>[number];

const states = { open: '进行中', planned: '未开始', over: '已结束' } as const;

function whereOf({ departmentName, equipment }: Drill): string {
  if (departmentName !== null) return `${departmentName} 及以下部门`;
  const names = equipment.map((row) => [row.customerName, row.name, row.sn].filter(Boolean).join(' '));
  return names.length > 3 ? `${names.slice(0, 3).join('、')} 等 ${names.length} 台` : names.join('、');
}

function useDrills() {
  const [drills, setDrills] = useState<Drill[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback((signal?: AbortSignal) => {
    callApi(drillApi.getDrillList, {}, { signal }).then(setDrills, (error: unknown) => {
      if (!isAborted(error)) setProblem(errorText(error));
    });
  }, []);
  useEffect(() => {
    const control = new AbortController();
    load(control.signal);
    return () => control.abort();
  }, [load]);
  return { drills, problem, reload: useCallback(() => load(), [load]) };
}

/** Active, planned and past drills; leaders open and end them here. */
export default function DrillDialog({ onClose }: { onClose: () => void }) {
  const { drills, problem, reload } = useDrills();
  const [opening, setOpening] = useState(false);
  return (
    <Modal
      open
      title="演练窗口"
      width={640}
      className="dialog-form"
      okText="开启演练…"
      cancelText="关闭"
      onOk={() => setOpening(true)}
      onCancel={onClose}
    >
      <div className="py-4 px-6">
        <p className="mb-3 text-text2">
          窗口内这些设备的告警标为「演练」，不进入任何统计；1、2
          级照常响铃和升级，坐席可以凭演练标记误报。不通知联系人，其他消息以{drillMark}开头。
        </p>
        {problem !== null && (
          <p className="mb-3" role="alert">
            演练没有取到：{problem}
          </p>
        )}
        {drills?.length === 0 && <p className="mb-3">暂无演练。要试按设备时，先在这里开启，再按键。</p>}
        {drills !== null && drills.length > 0 && (
          <ul
            className="batch-rows *:not-first:border-t *:not-first:border-line mb-3 rounded-md border border-line overflow-auto"
            aria-label="演练"
          >
            {drills.map((drill) => (
              <DrillRow key={drill.id} drill={drill} onEnded={reload} />
            ))}
          </ul>
        )}
      </div>
      {opening && <DrillForm onClose={() => setOpening(false)} onOpened={reload} />}
    </Modal>
  );
}

function DrillRow({ drill, onEnded }: { drill: Drill; onEnded: () => void }) {
  const end = async () => {
    const question = `结束演练？${whereOf(drill)} 的告警随即按真实告警处理，不能再凭这次演练标记误报。`;
    if (!(await box.confirm(question, { ok: '结束演练', danger: true, level: 'warning' }))) return;
    try {
      await callApi(drillApi.closeDrill, { id: drill.id });
      toast.success('演练已结束');
      onEnded();
    } catch (error) {
      toast.error(`没有结束：${errorText(error)}`);
    }
  };
  const by = drill.closedAt === null ? '' : ` · ${drill.closedByName ?? ''} ${listTime(drill.closedAt)} 结束`;
  return (
    <li className="flex justify-between gap-3 px-3 py-1.5">
      <div>
        <b>{states[drill.state]}</b> {whereOf(drill)}
        <p className="text-text2">
          {listTime(drill.from)} 至 {listTime(drill.until)} · {drill.reason} · {drill.createdByName} 开启{by}
        </p>
      </div>
      {drill.state !== 'over' && <Button onClick={() => void end()}>结束演练</Button>}
    </li>
  );
}
