import { dispatchApi } from '#features/dispatch/contract.ts';
import {
  type NearbyHelp,
  type RunAction,
  subjectName,
  submitting,
  type WarnDetail,
} from '#features/warn/web/service.ts';
import { keysOf } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { services } from '#shared/services.ts';
import { dispatchKinds } from '#web/data/codeLabels.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';

function kinds(keys: readonly (keyof typeof dispatchKinds)[]) {
  return keys.map((value) => ({ value, label: dispatchKinds[value] }));
}

const dispatchFields: readonly FieldOf<typeof dispatchApi.dispatchWarn>[] = [
  { field: 'name', label: '派给谁', kind: 'text', maxLength: 50, wide: true },
  {
    field: 'kind',
    label: '类别',
    kind: 'select',
    get options() {
      return kinds(keysOf(dispatchKinds).filter((kind) => !services.includes(kind)));
    },
  },
  { field: 'phone', label: '电话', kind: 'phone' },
  { field: 'note', label: '交代的话', kind: 'textarea', maxLength: 500 },
];

interface Props {
  detail: WarnDetail;
  run: RunAction;
  onClose: () => void;
}

/** Duration of the toast, ms: long enough to read during other work. */
const refusalMs = 10_000;

function sayLink({ data }: OutputOf<typeof dispatchApi.dispatchWarn>): void {
  if (typeof data.linkRefused === 'string')
    toast.warning(`已派单，链接没有发出：${data.linkRefused}。请打电话告知，或复制应答链接`, refusalMs);
  else toast.success('已派单，链接用短信发出');
}

/** 派单 dialog for a station, a neighbour or any other responder; filled in with a chosen nearby one. */
export function DispatchDialog({ detail, run, onClose, to }: Props & { to: NearbyHelp | null }) {
  const preset =
    to === null ? { kind: 'station' } : { name: to.name, phone: to.phone?.replaceAll(' ', '') ?? '', kind: to.kind };
  return (
    <DialogForm
      open
      size="small"
      title={`派单 ${subjectName(detail)}`}
      submitText="派单"
      failText="派单失败"
      schema={dispatchApi.dispatchWarn.input}
      fields={dispatchFields}
      initial={{ ...preset, id: detail.id }}
      submit={submitting(run, dispatchApi.dispatchWarn, '', sayLink)}
      onClosed={onClose}
    >
      <p className={detail.linkRefusal === null ? 'mb-3 text-text2' : 'mb-3 text-level2-text'}>
        {detail.linkRefusal === null
          ? '派单后用短信发出链接：地址、入户说明、钥匙和联系人在链接里，告警结束后失效。'
          : `链接发不出去：${detail.linkRefusal}。派单后请打电话告知，或复制应答链接。`}
      </p>
    </DialogForm>
  );
}
