import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { modelApi } from '#features/model/contract.ts';
import { callList } from '#web/call/request.ts';
import { can } from '#web/call/session.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field } from '#web/form/types.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { equipmentApi } from '../../contract.ts';
import { useProtocols } from './useProtocols.ts';

const day = 86_400_000;

/** 重新解析: which messages are read anew; it goes on as a job, whose progress stands in the header. */
export function RedecodeButton() {
  const form = useRef<DialogFormHandle>(null);
  const protocols = useProtocols();
  const { data } = useQuery({
    queryKey: [modelApi.getModelList.path, 'codes'],
    queryFn: ({ signal }) => callList(modelApi.getModelList, { limit: 200 }, { signal }),
    enabled: can('equipment:list'),
  });
  const models = (data?.rows ?? []).map(({ code, name }) => ({ value: code, label: `${name}（${code}）` }));
  const fields: Field[] = [
    { kind: 'select', field: 'protocol', label: '协议', options: protocols },
    { kind: 'select', field: 'model', label: '型号', options: models, hint: '不选是这个协议的全部型号' },
    { kind: 'datetime', field: 'from', label: '从', latest: 'today' },
    { kind: 'datetime', field: 'to', label: '到', latest: 'today', hint: '按世界时的整天，最多 31 天' },
  ];
  const open = () =>
    form.current?.open({
      protocol: 'watch',
      from: new Date(Date.now() - day).toISOString(),
      to: new Date().toISOString(),
    });
  return (
    <>
      <button type="button" className="button" onClick={open}>
        重新解析…
      </button>
      <DialogForm
        ref={form}
        endpoint={equipmentApi.redecodeLog}
        title="重新解析已存的报文"
        size="small"
        fields={fields}
        submitText="开始重新解析"
        failText="没有开始"
        doneText="已开始：按设备和日替换体征与位置，不产生告警，设备现状不变"
        onDone={refreshJobs}
      />
    </>
  );
}
