import { useMemo } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { assessmentApi, drawnSigners } from '#features/assessment/contract.ts';
import { uploadFile } from '#web/file/file.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { type DrawnSigner, openSigners } from '../signers.ts';
import { ScanField } from './ScanField.tsx';
import { SignaturePadField } from './SignaturePadField.tsx';
import { SignedThing } from './SignedThing.tsx';

/** `file`: the scan; by this name the server refuses it. */
type Name = 'who' | 'name' | 'relation' | 'way' | 'drawing' | 'file';

const isOther = ({ who }: FormValues) => who !== undefined && who !== 'elder';
const isDrawn = ({ way }: FormValues) => way === 'draw';

function fieldsFor(open: readonly DrawnSigner[]): readonly Field<Name>[] {
  return [
    {
      ...{ kind: 'radio', field: 'who', label: '签名人', required: true, wide: true },
      options: open.map((who) => ({ value: who, label: drawnSigners[who] })),
    },
    { kind: 'text', field: 'name', label: '姓名', maxLength: 20, required: true, undrafted: true, shown: isOther },
    {
      ...{ kind: 'text', field: 'relation', label: '与老人的关系', maxLength: 20, required: true },
      ...{ placeholder: '如：女儿、居委会', undrafted: true, shown: isOther },
    },
    {
      ...{ kind: 'radio', field: 'way', label: '方式', required: true, wide: true },
      options: [
        { value: 'draw', label: '手写' },
        { value: 'scan', label: '上传扫描件' },
      ],
    },
    {
      ...{ kind: 'custom', field: 'drawing', label: '手写签名', required: true, wide: true, undrafted: true },
      ...{ control: SignaturePadField, shown: isDrawn },
    },
    {
      ...{ kind: 'custom', field: 'file', label: '扫描件', required: true, wide: true, undrafted: true },
      ...{ control: ScanField, shown: (values: FormValues) => !isDrawn(values) },
    },
  ];
}

const rules: readonly Rule<Name>[] = [
  {
    ...{ field: 'drawing', rule: 'required' },
    check: (values) => (isDrawn(values) && !(values.drawing instanceof File) ? '请在框里签名' : undefined),
  },
  {
    ...{ field: 'file', rule: 'required' },
    check: (values) => (!isDrawn(values) && !(values.file instanceof File) ? '请选择签名的图片' : undefined),
  },
];

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  onDone: () => void;
  onClosed: () => void;
}

/** Signs for the elder, an agent or an informant by a drawn picture or a scan. Open while mounted. */
export function PictureSignForm({ assessment, scale, onDone, onClosed }: Props) {
  const { id } = assessment;
  const open = useMemo(() => openSigners(assessment), [assessment]);
  const fields = useMemo(() => fieldsFor(open), [open]);
  const initial = useMemo(() => ({ who: open[0], way: 'draw' }), [open]);

  async function sign({ who, name, relation, way, drawing, file: scan }: FormValues) {
    const picture = (way === 'draw' ? drawing : scan) as File;
    const file = await uploadFile<{ id: string }>(assessmentApi.uploadSignature.path, picture, { id });
    const other = who === 'elder' ? {} : { name, relation };
    return callValidated(assessmentApi.signAssessment, { id, who, ...other, fileId: file.id });
  }

  return (
    <DialogForm<unknown, Name>
      open
      title="本人、代理人或信息提供者签名"
      fields={fields}
      rules={rules}
      initial={initial}
      submit={sign}
      submitText="签名"
      failText="没有签名"
      doneText="已签名"
      onDone={onDone}
      onClosed={onClosed}
    >
      <SignedThing assessment={assessment} scale={scale} />
    </DialogForm>
  );
}
