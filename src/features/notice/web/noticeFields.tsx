import { lazy } from 'react';
import type { Attachment } from '#shared/attachment.ts';
import { can, session } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { defaultsOf, type FieldOverrides, formFields, valuesOf as rowValues } from '#web/crud/formFields.ts';
import { FilesField } from '#web/form/fields/FilesField.tsx';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { textField } from '#web/publication/textField.tsx';
import { type Audience, type NoticeRow, notice, noticeApi } from '../contract.ts';
import type { Options } from './AudienceField.tsx';

const AudienceField = lazy(() => import('./AudienceField.tsx'));

const anything = {};

/** Schema of the contract plus form-only fields: publish mode and files. */
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

const modes = [
  { value: 'draft', label: '暂不发布' },
  { value: 'now', label: '立即发布' },
  { value: 'timed', label: '定时发布' },
];

/** Returns the form fields of a notice (domain.md 6.8): resource fields, publish mode and files. */
export function fieldsOf(options: Options): Field[] {
  const publishes = can('notice:publish');
  const mode: Field = {
    kind: 'radio',
    field: 'mode',
    label: '发布方式',
    required: true,
    options: publishes ? modes : modes.slice(0, 1),
    hint: publishes ? undefined : '你没有发布的权限，草稿由有权限的人发布',
  };
  const otherwise: FieldOverrides<typeof notice.fields> = {
    fileIds: {
      field: 'files',
      columns: ['fileIds'],
      control: (props) => <FilesField {...props} path={noticeApi.uploadNoticeFile.path} />,
    },
    audience: {
      columns: ['audienceKind', 'audienceIds'],
      hint: '客户用户（家属与本人的 APP 账号）还没有收件箱，暂不能选；给家属看的内容请写资讯',
      control: (props) => <AudienceField {...props} options={options} />,
    },
    publishAt: { shown: (values) => values.mode === 'timed' },
    public: {
      locked: ({ audience }) => {
        if (!session().user?.platformWide) return '只有数据范围不限部门和项目的人可以公开通知';
        return (audience as Audience | undefined)?.kind === 'all' ? undefined : '只有发给全部的通知可以公开';
      },
    },
    needConfirm: { locked: ({ level }) => (level === 'urgent' ? '紧急通知都要确认' : undefined) },
  };
  return formFields(notice, false, otherwise, [
    'title',
    'type',
    'level',
    textField('内容', noticeApi.uploadNoticePicture.path),
    'fileIds',
    'audience',
    mode,
    'publishAt',
    'expireAt',
    'pinned',
    'public',
    'needConfirm',
  ]);
}

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : undefined);

/** Rules that need the clock or more than one field. */
export const rules: readonly Rule<keyof typeof notice.fields>[] = [
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
    check: ({ publishAt }) =>
      (timeOf(publishAt) ?? Number.POSITIVE_INFINITY) <= now() ? '发布时间须晚于现在' : undefined,
  },
  {
    field: 'expireAt',
    rule: 'past',
    check: ({ expireAt }) =>
      (timeOf(expireAt) ?? Number.POSITIVE_INFINITY) <= now() ? '失效时间须晚于现在' : undefined,
  },
];

/** Derives values: an urgent notice always needs confirmation; only a notice to all can be public. */
export function derive(values: FormValues): FormValues {
  const forAll = (values.audience as Audience | undefined)?.kind === 'all';
  return {
    ...values,
    ...(values.level === 'urgent' ? { needConfirm: true } : {}),
    ...(forAll ? {} : { public: false }),
  };
}

export const initial: FormValues = {
  ...defaultsOf(notice),
  type: 'notice',
  audience: { kind: 'all', ids: [] },
  mode: 'draft',
};

/** Returns the form values of a draft. */
export function valuesOf(row: NoticeRow): FormValues {
  const { kind, ids } = row.audience;
  return {
    ...rowValues(notice, row),
    files: row.files,
    audience: { kind, ids },
    mode: row.publishAt === null ? 'draft' : 'timed',
  };
}

/** Returns the input to send for the form values. */
export function inputOf({ id, version, mode, files, ...values }: FormValues): FormValues {
  return { ...values, fileIds: ((files as Attachment[] | undefined) ?? []).map((file) => file.id) };
}
