import { Select } from 'antd';
import { now } from '#web/core/now.ts';
import type { ControlProps, Field, FormValues, Rule } from '#web/form/types.ts';
import { textField } from '#web/publication/textField.tsx';
import type { Option } from '#web/table/types.ts';
import { type NewsRow, newsApi } from '../contract.ts';
import { CoverField } from './CoverField.tsx';

const anything = {};

/** The contract's rules, and the fields that only the form has. */
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

/** The form of an article (domain.md 6.9). */
export function fieldsOf(categories: readonly Option[], projects: readonly Option[]): Field[] {
  return [
    { kind: 'text', field: 'title', label: '标题', maxLength: 60, wide: true },
    { kind: 'select', field: 'category', label: '分类', options: categories },
    { kind: 'text', field: 'source', label: '来源', maxLength: 30 },
    { kind: 'custom', field: 'coverId', label: '封面', columns: ['coverFileId'], wide: true, control: CoverField },
    { kind: 'textarea', field: 'summary', label: '摘要', maxLength: 120, rows: 2 },
    textField('正文', newsApi.uploadNewsPicture.path),
    { kind: 'text', field: 'link', label: '外链', placeholder: 'https://', maxLength: 500 },
    {
      kind: 'custom',
      field: 'tags',
      label: '标签',
      told: (tags) => (tags as string[]).join('、'),
      control: TagsField,
    },
    { kind: 'multi', field: 'projectIds', label: '项目', options: projects, hint: '只给这些项目的家属看；不选则不限' },
    {
      kind: 'custom',
      field: 'otherProjects',
      label: '其他项目',
      shown: ({ otherProjects }) => Number(otherProjects) > 0,
      control: ({ value, attributes }) => (
        <output {...attributes}>另有 {Number(value)} 个项目不在你的范围，保持不变</output>
      ),
    },
    { kind: 'number', field: 'sort', label: '排序', min: 0, max: 9999, hint: '数字大的在前' },
    { kind: 'switch', field: 'recommended', label: '推荐' },
    { kind: 'datetime', field: 'publishAt', label: '定时发布', hint: '审核通过后到时发布；不填则通过即发布' },
    {
      kind: 'radio',
      field: 'next',
      label: '保存后',
      required: true,
      options: [
        { value: 'draft', label: '暂不提交' },
        { value: 'submit', label: '提交审核' },
      ],
    },
  ];
}

export const rules: readonly Rule[] = [
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

export const initial: FormValues = { recommended: false, sort: 0, next: 'draft' };

/** What the form shows of an article. */
export function valuesOf(row: NewsRow): FormValues {
  const { id, version, title, category, content, tags, sort, recommended } = row;
  const ahead = row.publishAt !== null && Date.parse(row.publishAt) > now();
  return {
    ...{ id, version, title, category, content, tags, sort, recommended },
    coverId: row.coverId ?? undefined,
    summary: row.summary ?? undefined,
    source: row.source ?? undefined,
    link: row.link ?? undefined,
    projectIds: row.projectIds ?? undefined,
    otherProjects: row.otherProjects,
    publishAt: ahead ? (row.publishAt ?? undefined) : undefined,
    next: 'draft',
  };
}

/** What is sent of the form's values. */
export function inputOf({ id, version, next, otherProjects, ...values }: FormValues): FormValues {
  return values;
}
