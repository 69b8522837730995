import { Checkbox } from 'antd';
import type { Attachment } from '#shared/attachment.ts';
import { consentPurposes } from '#shared/codes.ts';
import { scanField } from '#web/form/fields/FilesField.tsx';
import type { ControlProps, Field, FormValues, Option } from '#web/form/types.ts';
import { consentApi } from '../contract.ts';

const Scan = scanField(consentApi.uploadConsentFile.path);

/** Form fields of a new customer's signature; the purposes are in `consent`. */
export const consentNames = ['consent', 'consentBy', 'consentRelation', 'consentAt', 'consentUntil', 'consentFiles'];

const purposesOf = ({ consent }: FormValues) => (Array.isArray(consent) ? (consent as string[]) : []);
const isSigned = (values: FormValues) => purposesOf(values).length > 0;
const isSelf = ({ consentRelation = 'self' }: FormValues) => consentRelation === 'self';

const labels: Readonly<Record<string, string>> = consentPurposes;

/** Checkboxes of the signed purposes. */
function Purposes({ value, onChange, disabled, attributes: { id, ...aria } }: ControlProps) {
  return (
    <fieldset id={id} {...aria} aria-label="知情同意">
      <Checkbox.Group
        value={Array.isArray(value) ? (value as string[]) : []}
        options={Object.entries(labels).map(([key, label]) => ({ value: key, label }))}
        disabled={disabled}
        onChange={onChange}
      />
    </fieldset>
  );
}

/** Returns the fields of one signed paper with its purposes. */
export function consentFields(relations: readonly Option[]): Field[] {
  const signed: Field[] = [
    { kind: 'select', field: 'consentRelation', label: '由谁签署', options: relations, required: true },
    { kind: 'text', field: 'consentBy', label: '签署人', maxLength: 20, required: true },
    { kind: 'datetime', field: 'consentAt', label: '签署时间', latest: 'today', required: true },
    { kind: 'date', field: 'consentUntil', label: '有效期至', hint: '不填：到撤回为止' },
    { kind: 'custom', field: 'consentFiles', label: '同意书扫描件', wide: true, control: Scan },
  ];
  return [
    {
      ...{ kind: 'custom', field: 'consent', label: '知情同意', required: true, wide: true, control: Purposes },
      describe: (value) => (Array.isArray(value) ? value.map((purpose) => labels[String(purpose)]).join('、') : ''),
      hint: '同意书上勾选的事项。没有「定位」的同意不显示位置，告警自带的位置除外。',
    },
    ...signed.map((field): Field => {
      const shown =
        field.field === 'consentBy' ? (values: FormValues) => isSigned(values) && !isSelf(values) : isSigned;
      return { ...field, shown };
    }),
  ] as Field[];
}

/** Requires the basic consent: without it there is no service. */
export function consentProblem(values: FormValues): string | undefined {
  return !isSigned(values) || purposesOf(values).includes('service') ? undefined : '请勾选「基本服务」的同意';
}

/** Returns the signatures for the call, one per purpose; undefined without any. */
export function consentInput(values: FormValues): object[] | undefined {
  if (!isSigned(values)) return undefined;
  const { consentRelation: relation = 'self', consentAt: signedAt, consentUntil: until, consentFiles } = values;
  const [file] = (consentFiles as Attachment[] | undefined) ?? [];
  const signed = {
    ...{ relation, signedAt, signedBy: isSelf(values) ? values.name : values.consentBy },
    ...(until !== undefined && { until }),
    ...(file && { fileId: file.id }),
  };
  return purposesOf(values).map((purpose) => ({ purpose, ...signed }));
}
