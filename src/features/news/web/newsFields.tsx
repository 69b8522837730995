import { Select } from 'antd';
import { now } from '#web/core/now.ts';
import { defaultsOf, type FieldOverrides, formFields, valuesOf as rowValues } from '#web/crud/formFields.ts';
import type { ControlProps, Field, FormValues, Rule } from '#web/form/types.ts';
import { textField } from '#web/publication/textField.tsx';
import type { Option } from '#web/table/types.ts';
import { type NewsRow, news, newsApi } from '../contract.ts';
import { CoverField } from './CoverField.tsx';

const anything = {};

/** Schema of the contract plus form-only fields. */
export const formSchema = {
  ...newsApi.addNews.input,
  properties: { ...newsApi.addNews.input.properties, id: anything, version: anything, next: anything },
};

function TagsField({ value, onChange, disabled, attributes }: ControlProps) {
  return (
    <Select
      {...attributes}
      mode="tags"
      value={(value as string[] | undefined) ?? []}
      disabled={disabled}
      open={false}
      suffixIcon={null}
      tokenSeparators={['，', ',', ' ', '、']}
      placeholder="输入后按回车"
      onChange={onChange}
    />
  );
}

const otherProjects: Field = {
  kind: 'custom',
  field: 'otherProjects',
  label: '其他项目',
  shown: (values) => Number(values.otherProjects) > 0,
  control: ({ value, attributes }) => (
    <output {...attributes}>另有 {Number(value)} 个项目不在你的范围，保持不变</output>
  ),
};
const next: Field = {
  kind: 'radio',
  field: 'next',
  label: '保存后',
  required: true,
  options: [
    { value: 'draft', label: '暂不提交' },
    { value: 'submit', label: '提交审核' },
  ],
};

/** Returns the form fields of an article (domain.md 6.9). */
export function fieldsOf(projects: readonly Option[]): Field[] {
  const otherwise: FieldOverrides<typeof news.fields> = {
    coverId: { columns: ['coverFileId'], control: CoverField },
    link: { placeholder: 'https://' },
    tags: { describe: (tags) => (tags as string[]).join('、'), control: TagsField },
    projectIds: { kind: 'multi', options: projects },
    publishAt: { label: '定时发布' },
  };
  return formFields(news, false, otherwise, [
    'title',
    'category',
    'source',
    'coverId',
    'summary',
    textField('正文', newsApi.uploadNewsPicture.path),
    'link',
    'tags',
    'projectIds',
    otherProjects,
    'sort',
    'recommended',
    'publishAt',
    next,
  ]);
}

export const rules: readonly Rule<keyof typeof news.fields>[] = [
  {
    field: 'coverId',
    rule: 'cover',
    check: ({ next, coverId }) => (next === 'submit' && !coverId ? '请上传封面' : undefined),
  },
  {
    field: 'publishAt',
    rule: 'past',
    check: ({ publishAt }) =>
      typeof publishAt === 'string' && Date.parse(publishAt) <= now() ? '发布时间须晚于现在' : undefined,
  },
];

export const initial: FormValues = { ...defaultsOf(news), next: 'draft' };

/** Returns the form values of an article. */
export function valuesOf(row: NewsRow): FormValues {
  const ahead = row.publishAt !== null && Date.parse(row.publishAt) > now();
  return {
    ...rowValues(news, row),
    otherProjects: row.otherProjects,
    publishAt: ahead ? row.publishAt : undefined,
    next: 'draft',
  };
}

/** Returns the input to send for the form values. */
export function inputOf({ id, version, next, otherProjects, ...values }: FormValues): FormValues {
  return values;
}
