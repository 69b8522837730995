import { Form, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { errorText, isGivenUp } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import { applyRow } from '../../warnStore.ts';
import { whoseAlarm } from '../../words.ts';
import type { WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';
import { DeskForm } from './DeskForm.tsx';

type Targets = OutputOf<typeof warnApi.getTransferTarget>;

interface Values {
  /** `user:12` or `department:3`. */
  to: string;
  reason: string;
}

function options({ users, departments }: Targets) {
  const people = [...users].sort((a, b) => Number(b.online) - Number(a.online) || a.openCount - b.openCount);
  return [
    {
      label: '坐席',
      options: people.map((user) => ({
        value: `user:${user.id}`,
        label: `${user.name} · ${user.departmentName} · ${user.online ? '在线' : '离线'} · 处理中 ${user.openCount}`,
      })),
    },
    { label: '部门', options: departments.map((each) => ({ value: `department:${each.id}`, label: each.name })) },
  ];
}

function useTargets(id: string): { targets: Targets | null; problem: string | null } {
  const [targets, setTargets] = useState<Targets | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const control = new AbortController();
    call(warnApi.getTransferTarget, { id }, { signal: control.signal }).then(setTargets, (error: unknown) => {
      if (!isGivenUp(error)) setProblem(errorText(error));
    });
    return () => control.abort();
  }, [id]);
  return { targets, problem };
}

/** 转派: the alarm goes back to 待处理 for the receiver, and the clock runs on. */
export function TransferDialog({ detail, run, onClose }: { detail: WarnDetail; run: RunAction; onClose: () => void }) {
  const { targets, problem } = useTargets(detail.id);
  const submit = async ({ to, reason }: Values, refused: (error: unknown) => boolean) => {
    const [kind, id] = to.split(':');
    const whom = kind === 'user' ? { userId: id } : { departmentId: id };
    const transfer = async () =>
      applyRow(await call(warnApi.transferWarn, { id: detail.id, ...whom, reason: reason.trim() }));
    if (await run(transfer, '已转派', refused)) onClose();
  };
  return (
    <DeskForm<Values>
      title={`转派 ${whoseAlarm(detail)}`}
      ok="转派"
      note="对方 60 秒内未接则转班长，时限不重新计"
      initial={{}}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="to"
        label="转给"
        help={problem ?? undefined}
        validateStatus={problem === null ? undefined : 'error'}
        rules={[{ required: true, message: '请选择转给谁' }]}
      >
        <Select
          autoFocus
          showSearch
          optionFilterProp="label"
          loading={targets === null && problem === null}
          options={targets === null ? [] : options(targets)}
          placeholder="请选择"
        />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </DeskForm>
  );
}
