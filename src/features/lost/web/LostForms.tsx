import { type LostResult, lostApi, lostResults } from '#features/lost/contract.ts';
import type { InputKey, OutputOf } from '#shared/endpoint.ts';
import { usualSpeed } from '#shared/place/ring.ts';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FieldOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { PhotoControl } from './PhotoControl.tsx';

export type Lost = OutputOf<typeof lostApi.getLost>;

/** Words that are encrypted in the database are in no draft of the browser. */
const fields: readonly Field<Extract<InputKey<typeof lostApi.openLost>, InputKey<typeof lostApi.editLost>>>[] = [
  { kind: 'datetime', field: 'seenAt', label: '最后见到', latest: 'today', required: true },
  {
    ...{ kind: 'number', field: 'speed', label: '步行速度', unit: '公里/时', decimals: 1 },
    hint: '1–6，范围按它扩大',
  },
  {
    kind: 'textarea',
    field: 'clothes',
    label: '衣着',
    maxLength: 200,
    rows: 2,
    required: true,
    wide: true,
    undrafted: true,
  },
  { kind: 'textarea', field: 'look', label: '体貌特征', maxLength: 300, rows: 2, wide: true, undrafted: true },
  {
    ...{ kind: 'textarea', field: 'seenNote', label: '最后见到的情形', maxLength: 500, rows: 2, wide: true },
    undrafted: true,
  },
  { kind: 'number', field: 'lat', label: '见到处纬度', decimals: 6, hint: 'WGS-84，可不填' },
  { kind: 'number', field: 'lng', label: '见到处经度', decimals: 6 },
  { kind: 'number', field: 'seconds', label: '上报间隔', unit: '秒', hint: '10–300，找到后恢复原来的间隔' },
  {
    ...{ kind: 'custom', field: 'photoFileId', label: '照片', wide: true, undrafted: true },
    control: (props) => <PhotoControl {...props} />,
    hint: '不传时用档案里的照片，不超过5MB',
  },
];

const alreadyLost = '已有此人的走失登记，这次填写的内容不保存，请补充到已有的登记里。';

interface OpenProps {
  /** A customer, or an open alarm of one. */
  subject: { customerId: string } | { warnId: string };
  name: string;
  /** The alarm of a colleague who was faster; what is typed stays. */
  lostWarnId?: string | null;
  onDone: (warnId: string) => void;
  onClosed: () => void;
}

/** Asks for what people look for, and raises the alarm. Open while mounted. */
export function OpenLostForm({ subject, name, lostWarnId = null, onDone, onClosed }: OpenProps) {
  return (
    <DialogForm
      open
      endpoint={lostApi.openLost}
      title={`走失 · ${name}`}
      size="medium"
      fields={fields}
      initial={{ ...subject, seenAt: new Date().toISOString(), speed: usualSpeed, seconds: 60 }}
      submitText="登记走失"
      failText="走失没有登记"
      onDone={({ warnId, isNew }) => {
        if (isNew) toast.success(`已登记「${name}」走失，设备改为密集上报`);
        else toast.warning(alreadyLost);
        onDone(warnId);
      }}
      onClosed={onClosed}
    >
      {lostWarnId !== null && (
        <p className="mb-3 text-level1-text" role="status">
          {alreadyLost}
          {can('warn:list') && <a href={sosLink({ id: lostWarnId })}>走失处置</a>}
        </p>
      )}
    </DialogForm>
  );
}

interface LostProps {
  lost: Lost;
  onDone: () => void;
  onClosed: () => void;
}

/** Changes what people look for. Open while mounted. */
export function EditLostForm({ lost, onDone, onClosed }: LostProps) {
  const { id, version, seenAt, clothes, look, seenNote, speed, seconds, seen } = lost;
  return (
    <DialogForm
      open
      endpoint={lostApi.editLost}
      title={`编辑走失 · ${lost.customerName}`}
      size="medium"
      fields={fields}
      initial={{ id, version, seenAt, clothes, look, seenNote, speed, seconds, lat: seen?.lat, lng: seen?.lng }}
      submitText="保存"
      failText="保存失败"
      doneText="走失已更新"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}

const endFields: readonly FieldOf<typeof lostApi.closeLost>[] = [
  {
    ...{ kind: 'radio', field: 'result', label: '结果', required: true, wide: true },
    options: optionsOf<LostResult>(lostResults),
  },
  { kind: 'datetime', field: 'foundAt', label: '找到时间', latest: 'today', shown: ({ result }) => result !== 'none' },
  { kind: 'textarea', field: 'note', label: '经过', maxLength: 500, required: true, wide: true, undrafted: true },
];

/** Ends the search in one act. Open while mounted. */
export function CloseLostForm({ lost, onDone, onClosed }: LostProps) {
  return (
    <DialogForm
      open
      endpoint={lostApi.closeLost}
      title={`结束走失 · ${lost.customerName}`}
      size="small"
      fields={endFields}
      initial={{ id: lost.id, result: 'found', foundAt: new Date().toISOString() }}
      submitText="结束走失"
      failText="走失没有结束"
      doneText="走失已结束，告警已结案"
      onDone={onDone}
      onClosed={onClosed}
    >
      <p className="mb-3 text-text2">告警结案，派出的人召回，设备恢复原来的间隔，分享链接失效。</p>
    </DialogForm>
  );
}
