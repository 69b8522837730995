import { lazy } from 'react';
import type { Attachment } from '#shared/attachment.ts';
import { can } from '#web/call/session.ts';
import { now } from '#web/core/now.ts';
import { FilesField } from '#web/form/FilesField.tsx';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { textField } from '#web/publication/textField.tsx';
import type { Option } from '#web/table/types.ts';
import { type Audience, type NoticeRow, noticeApi, noticeLevels } from '../contract.ts';
import type { Options } from './AudienceField.tsx';

const AudienceField = lazy(() => import('./AudienceField.tsx'));

const anything = {};

/** The contract's rules, and the fields that only the form has: how to publish, and the files behind their ids. */
export const formSchema = {
  ...noticeApi.addNotice.input,
  properties: {
    ...noticeApi.addNotice.input.properties,
    id: anything,
    version: anything,
    mode: anything,
    files: anything,
  },
};

const levels = Object.entries(noticeLevels).map(([value, label]) => ({ value, label }));
const modes = [
  { value: 'draft', label: '暂不发布' },
  { value: 'now', label: '立即发布' },
  { value: 'timed', label: '定时发布' },
];

/** The form of a notice (domain.md 6.8). */
export function fieldsOf(options: Options, types: readonly Option[]): Field[] {
  const publishes = can('notice:publish');
  return [
    { kind: 'text', field: 'title', label: '标题', maxLength: 50, wide: true },
    { kind: 'select', field: 'type', label: '类型', options: types },
    { kind: 'radio', field: 'level', label: '级别', options: levels },
    textField('内容', noticeApi.uploadNoticePicture.path),
    {
      kind: 'custom',
      field: 'files',
      columns: ['fileIds'],
      label: '附件',
      wide: true,
      control: (props) => <FilesField {...props} path={noticeApi.uploadNoticeFile.path} />,
    },
    {
      kind: 'custom',
      field: 'audience',
      columns: ['audienceKind', 'audienceIds'],
      label: '接收范围',
      wide: true,
      hint: '客户用户（家属与本人的 APP 账号）还没有收件箱，暂不能选；给家属看的内容请写资讯',
      control: (props) => <AudienceField {...props} options={options} />,
    },
    {
      kind: 'radio',
      field: 'mode',
      label: '发布方式',
      required: true,
      options: publishes ? modes : modes.slice(0, 1),
      hint: publishes ? undefined : '你没有发布的权限，草稿由有权限的人发布',
    },
    { kind: 'datetime', field: 'publishAt', label: '发布时间', shown: ({ mode }) => mode === 'timed' },
    { kind: 'datetime', field: 'expireAt', label: '失效时间', hint: '到时从收件箱里消失；不填则一直有效' },
    { kind: 'switch', field: 'pinned', label: '置顶' },
    {
      kind: 'switch',
      field: 'public',
      label: '公开',
      hint: '也显示在不用登录的开放页上',
      locked: ({ audience }) =>
        (audience as Audience | undefined)?.kind === 'all' ? undefined : '只有发给全部的通知可以公开',
    },
    {
      kind: 'switch',
      field: 'needConfirm',
      label: '需确认',
      hint: '收到的人要按「我已知晓」',
      locked: ({ level }) => (level === 'urgent' ? '紧急通知都要确认' : undefined),
    },
  ];
}

const at = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : undefined);

/** Rules that need the clock or more than one field. */
export const rules: readonly Rule[] = [
  {
    field: 'audience',
    rule: 'audience',
    check: ({ audience }) => {
      const { kind, ids = [] } = (audience as Audience | undefined) ?? {};
      return kind === 'all' || (kind && ids.length > 0) ? undefined : '请选择接收范围';
    },
  },
  {
    field: 'publishAt',
    rule: 'chosen',
    check: ({ mode, publishAt }) => (mode === 'timed' && publishAt === undefined ? '请选择发布时间' : undefined),
  },
  {
    field: 'publishAt',
    rule: 'past',
    check: ({ publishAt }) => ((at(publishAt) ?? Number.POSITIVE_INFINITY) <= now() ? '发布时间须晚于现在' : undefined),
  },
  {
    field: 'expireAt',
    rule: 'order',
    check: ({ publishAt, expireAt }) => {
      const end = at(expireAt) ?? Number.POSITIVE_INFINITY;
      if (end <= now()) return '失效时间须晚于现在';
      return end <= (at(publishAt) ?? 0) ? '失效时间须晚于发布时间' : undefined;
    },
  },
];

/** An urgent notice is always confirmed, and only one for everybody is public. */
export function derive(values: FormValues): FormValues {
  const forAll = (values.audience as Audience | undefined)?.kind === 'all';
  return {
    ...values,
    ...(values.level === 'urgent' ? { needConfirm: true } : {}),
    ...(forAll ? {} : { public: false }),
  };
}

export const initial: FormValues = {
  type: 'notice',
  level: 'normal',
  audience: { kind: 'all', ids: [] },
  mode: 'draft',
  pinned: false,
  public: false,
  needConfirm: false,
};

/** What the form shows of a draft. */
export function valuesOf(row: NoticeRow): FormValues {
  const { id, version, title, type, level, content, files, pinned, needConfirm, public: isPublic } = row;
  return {
    ...{ id, version, title, type, level, content, files, pinned, needConfirm, public: isPublic },
    audience: { kind: row.audience.kind, ids: row.audience.ids },
    mode: row.publishAt === null ? 'draft' : 'timed',
    publishAt: row.publishAt ?? undefined,
    expireAt: row.expireAt ?? undefined,
  };
}

/** What is sent of the form's values. */
export function inputOf({ id, version, mode, files, ...values }: FormValues): FormValues {
  return { ...values, fileIds: ((files as Attachment[] | undefined) ?? []).map((file) => file.id) };
}
