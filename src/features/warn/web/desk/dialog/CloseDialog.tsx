import { DatePicker, Form, Input, Radio, Select, Switch } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import { keysOf, type WarnResult, warnResults } from '#shared/codes.ts';
import { now } from '#web/now.ts';
import { call } from '#web/request.ts';
import { applyRow } from '../../warnStore.ts';
import { whoseAlarm } from '../../words.ts';
import { type CloseDraft, defaultFollowUp, hasCall, type Lack, missingToClose } from '../closing.ts';
import type { WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';
import { fromWall, toWall } from '../wallTime.ts';
import { DeskForm } from './DeskForm.tsx';

interface Values {
  result?: WarnResult;
  note?: string;
  familyTold?: boolean;
  familyNote?: string;
  noContactReason?: string;
  followUp: boolean;
  followUpAt?: Dayjs;
}

interface Props {
  detail: WarnDetail;
  draft: CloseDraft;
  run: RunAction;
  onDraft: (draft: CloseDraft) => void;
  /** The alarm is closed: the draft is of no more use. */
  onClosed: () => void;
  onClose: () => void;
}

const results = keysOf(warnResults).map((value) => ({ value, label: warnResults[value] }));

function valuesOf(draft: CloseDraft, detail: WarnDetail): Values {
  const { followUpAt, ...rest } = draft;
  return {
    ...rest,
    familyTold: draft.familyTold ?? (detail.clock.familyTold === null ? undefined : true),
    followUp: followUpAt !== null,
    followUpAt: toWall(followUpAt ?? defaultFollowUp(now())),
  };
}

function draftOf({ followUp, followUpAt, ...rest }: Values): CloseDraft {
  return { ...rest, followUpAt: followUp ? fromWall(followUpAt ?? toWall(defaultFollowUp(now()))) : null };
}

function inputOf(id: string, draft: CloseDraft) {
  const familyNote = draft.familyNote?.trim();
  const noContactReason = draft.noContactReason?.trim();
  return {
    id,
    result: draft.result ?? 'none',
    note: (draft.note ?? '').trim(),
    familyTold: draft.familyTold === true,
    ...(draft.familyTold !== true && familyNote ? { familyNote } : {}),
    ...(noContactReason ? { noContactReason } : {}),
    followUpAt: draft.followUpAt ?? null,
  };
}

/** What cannot be settled in this form. */
function Outside({ lacks }: { lacks: readonly Lack[] }) {
  const found = lacks.filter((lack) => lack.key === 'dispatch' || lack.key === 'other');
  if (found.length === 0) return null;
  return (
    <ul className="desk-lacks" role="alert">
      {found.map((lack) => (
        <li key={lack.label}>
          <b>{lack.label}</b> {lack.hint}
        </li>
      ))}
    </ul>
  );
}

function FamilyFields({ told }: { told: boolean | undefined }) {
  return (
    <>
      <Form.Item name="familyTold" label="告知家属" rules={[{ required: true, message: '请选择是否已告知家属' }]}>
        <Radio.Group
          options={[
            { value: true, label: '已告知' },
            { value: false, label: '未告知' },
          ]}
        />
      </Form.Item>
      {told === false && (
        <Form.Item
          name="familyNote"
          label="未告知家属的原因"
          rules={[{ required: true, whitespace: true, message: '请写明未告知家属的原因' }]}
        >
          <Input maxLength={500} />
        </Form.Item>
      )}
    </>
  );
}

function FollowUpFields({ wanted }: { wanted: boolean }) {
  return (
    <div className="desk-form-row">
      <Form.Item name="followUp" label="回访" valuePropName="checked">
        <Switch checkedChildren="需要" unCheckedChildren="不需要" />
      </Form.Item>
      {wanted && (
        <Form.Item name="followUpAt" label="回访时间" rules={[{ required: true, message: '请选择回访时间' }]}>
          <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" allowClear={false} />
        </Form.Item>
      )}
    </div>
  );
}

/** 结案: what is typed stays a draft until the alarm is closed. */
export function CloseDialog({ detail, draft, run, onDraft, onClosed, onClose }: Props) {
  const [initial] = useState(() => valuesOf(draft, detail));
  const [typed, setTyped] = useState(initial);
  const lacks = missingToClose(detail, draftOf(typed));
  const outside = lacks.filter((lack) => lack.key === 'dispatch');
  const submit = async (values: Values, refused: (error: unknown) => boolean) => {
    const close = async () => applyRow(await call(warnApi.closeWarn, inputOf(detail.id, draftOf(values))));
    if (await run(close, `已结案：${whoseAlarm(detail)}`, refused)) {
      onClosed();
      onClose();
    }
  };
  return (
    <DeskForm<Values>
      title={`结案 ${whoseAlarm(detail)}`}
      ok="结案"
      note={outside.length > 0 ? '派单进行中' : '填到一半关闭也会保留'}
      initial={initial}
      onChange={(values) => {
        setTyped(values);
        onDraft(draftOf(values));
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Outside lacks={lacks} />
      <Form.Item name="result" label="处置结果" rules={[{ required: true, message: '请选择处置结果' }]}>
        <Select autoFocus options={results} placeholder="请选择" />
      </Form.Item>
      <Form.Item
        name="note"
        label="处理说明"
        rules={[
          { required: true, message: '处理说明至少5个字' },
          { transform: (text: string) => text.trim(), min: 5, message: '处理说明至少5个字' },
        ]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      <FamilyFields told={typed.familyTold} />
      {!hasCall(detail) && (
        <Form.Item
          name="noContactReason"
          label="没有联系任何人的原因"
          rules={[{ required: true, whitespace: true, message: '请写明没有联系任何人的原因' }]}
        >
          <Input maxLength={500} />
        </Form.Item>
      )}
      <FollowUpFields wanted={typed.followUp} />
    </DeskForm>
  );
}
