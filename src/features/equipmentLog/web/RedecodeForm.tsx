import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProtocols } from '#features/equipment/web/service.ts';
import { modelApi } from '#features/model/contract.ts';
import { callListApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { Button } from '#web/ui/Button.tsx';
import { logApi } from '../contract.ts';
import type { LogRow } from './cells.tsx';

interface Props {
  start: FormValues;
  /** Device to which the job can be limited. */
  device?: Pick<LogRow, 'equipmentId' | 'equipmentName'>;
  onClosed: () => void;
}

/**
 * Form 重新解析: asks which messages are decoded again; a job does it, with its progress in the header. Open while mounted.
 */
export function RedecodeForm({ start, device, onClosed }: Props) {
  const protocols = useProtocols();
  const { data } = useQuery({
    queryKey: [modelApi.getModelList.path, 'codes'],
    queryFn: ({ signal }) => callListApi(modelApi.getModelList, { limit: 200 }, { signal }),
    enabled: can('equipment:list'),
  });
  const models = (data?.rows ?? []).map(({ code, name }) => ({ value: code, label: `${name}（${code}）` }));
  const ofDevice: FieldOf<typeof logApi.redecodeLog>[] = device
    ? [
        {
          ...{ kind: 'select', field: 'equipmentId', label: '设备', wide: true, hint: '不选是这个型号的全部设备' },
          options: [{ value: device.equipmentId, label: device.equipmentName }],
        },
      ]
    : [];
  const fields: FieldOf<typeof logApi.redecodeLog>[] = [
    ...ofDevice,
    { kind: 'select', field: 'protocol', label: '协议', options: protocols },
    { kind: 'select', field: 'model', label: '型号', options: models, hint: '不选是这个协议的全部型号' },
    { kind: 'datetime', field: 'from', label: '从', latest: 'today' },
    { kind: 'datetime', field: 'to', label: '到', latest: 'today', hint: '按世界时的整天，最多 31 天' },
  ];
  return (
    <DialogForm
      open
      initial={start}
      endpoint={logApi.redecodeLog}
      title="重新解析已存的报文"
      size="small"
      fields={fields}
      submitText="开始重新解析"
      failText="没有开始"
      doneText="已开始：按设备和日替换体征与位置，不产生告警，设备现状不变"
      onDone={refreshJobs}
      onClosed={() => onClosed()}
    />
  );
}

/** Button 重新解析 of a message: by default its device and day; hidden without the permission. */
export function RedecodeLink({ row }: { row: LogRow }) {
  const [asking, setAsking] = useState(false);
  const { equipmentId, protocol, model, receivedAt, direction } = row;
  if (direction !== 'up' || !can('equipment:redecode')) return null;
  return (
    <>
      <Button kind="link" onClick={() => setAsking(true)}>
        重新解析…
      </Button>
      {asking && (
        <RedecodeForm
          device={row}
          start={{ equipmentId, protocol, model, from: receivedAt, to: receivedAt }}
          onClosed={() => setAsking(false)}
        />
      )}
    </>
  );
}
