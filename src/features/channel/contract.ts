import { channelKindList, channelKinds, keysOf, notifyEvents } from '#shared/codes.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { statusField } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

/** Placeholders of a template. `{name}` is the form of address; no placeholder reveals health data. */
export const placeholders = {
  name: '称呼',
  place: '地点',
  type: '类型',
  time: '时间',
  state: '接警状态',
  link: '链接',
} as const;

const Kind = Type.Enum(channelKindList, { title: '渠道类别' });
const Event = Type.Enum(keysOf(notifyEvents), { title: '事件' });
const Name = Type.String({
  pattern: '^\\S(.*\\S)?$',
  minLength: 2,
  maxLength: 30,
  title: '名称',
  msg: '名称为2至30个字',
});
const Config = Type.Record(Type.String(), Type.Unknown(), { title: '渠道设置' });
const Version = Type.Integer({ minimum: 1, title: '版本' });
const Project = Type.String({ ...Id, title: '项目' });
const Changed = strict({ id: Id, version: Type.Integer() });

const ChannelRow = strict({
  id: Id,
  projectId: Id,
  kind: Kind,
  name: Type.String(),
  status: Type.String(),
  /** Settings without secrets. */
  config: Config,
  /** Keys of the secret fields that have a value. */
  secrets: Type.Array(Type.String()),
  workedAt: nullable(Instant),
  failedAt: nullable(Instant),
  /** Reason of the last failure. */
  reason: nullable(Type.String()),
  createdAt: Instant,
  version: Type.Integer(),
});

/** Field of a kind's settings, as a form shows it. */
const ConfigField = strict({
  key: Type.String(),
  title: Type.String(),
  type: Type.Enum(['text', 'integer', 'boolean', 'choice']),
  required: Type.Boolean(),
  secret: Type.Boolean(),
  hint: nullable(Type.String()),
  /** Height of the text box in lines; null: one line. */
  rows: nullable(Type.Integer()),
  /** Shown only for these values of the field `speaks`; `must` also requires it. Null: always shown. */
  asked: nullable(Type.Record(Type.String(), Type.Enum(['must', 'may']))),
  options: Type.Array(strict({ value: Type.String(), label: Type.String() })),
});

const Template = strict({
  event: Event,
  channel: Kind,
  text: Type.String(),
  /** True: the project's own text; false: the product's. */
  own: Type.Boolean(),
});

export const channelApi = {
  getChannelList: list('/api/channel/getChannelList', {
    title: '通知渠道',
    permission: 'channel:list',
    filters: { projectId: Project },
    sort: ['name', 'kind', 'createdAt'],
    row: ChannelRow,
  }),
  /** Returns the available kinds with the fields of their settings. */
  getChannelOption: post('/api/channel/getChannelOption', {
    title: '通知渠道的选项',
    permission: 'channel:list',
    change: false,
    input: {},
    output: strict({ kinds: Type.Array(strict({ kind: Kind, fields: Type.Array(ConfigField) })) }),
  }),
  addChannel: post('/api/channel/addChannel', {
    title: '新增通知渠道',
    permission: 'channel:edit',
    input: { projectId: Project, kind: Kind, name: Name, config: Config },
    output: Changed,
  }),
  /** A secret that is left out stays, unless its target changes; null removes a field. */
  editChannel: post('/api/channel/editChannel', {
    title: '编辑通知渠道',
    permission: 'channel:edit',
    input: { id: Id, version: Version, name: Type.Optional(Name), config: Type.Optional(Config) },
    output: Changed,
  }),
  updateChannelStatus: post('/api/channel/updateChannelStatus', {
    title: '启停通知渠道',
    permission: 'channel:edit',
    input: { id: Id, status: statusField.schema },
    output: NoData,
  }),
  /** Really sends to the given recipient; the result is stored with the channel. */
  testChannel: post('/api/channel/testChannel', {
    title: '试发通知',
    permission: 'channel:edit',
    input: {
      id: Id,
      to: Type.Optional(
        strict(
          {
            mobile: Type.Optional(Type.String({ pattern: '^[+0-9-]{5,20}$', title: '电话', msg: '请输入正确的电话' })),
            email: Type.Optional(
              Type.String({ format: 'email', maxLength: 100, title: '邮箱', msg: '请输入正确的邮箱' }),
            ),
            subscription: Type.Optional(
              strict(
                {
                  endpoint: Type.String({ maxLength: 1000, title: '推送地址' }),
                  keys: strict(
                    {
                      p256dh: Type.String({ maxLength: 200, title: '浏览器公钥' }),
                      auth: Type.String({ maxLength: 100, title: '浏览器密钥' }),
                    },
                    '推送密钥',
                  ),
                },
                '浏览器推送',
              ),
            ),
          },
          '收件人',
        ),
      ),
    },
    output: strict({
      state: Type.Enum(['sent', 'delivered', 'failed']),
      reason: nullable(Type.String()),
      ms: Type.Integer({ minimum: 0 }),
    }),
  }),
  deleteChannel: post('/api/channel/deleteChannel', {
    title: '删除通知渠道',
    permission: 'channel:edit',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true, title: '通知渠道' }) },
    output: NoData,
  }),
  /** Returns each event with each kind that the project has. */
  getTemplateList: post('/api/channel/getTemplateList', {
    title: '通知模板',
    permission: 'channel:list',
    change: false,
    input: { projectId: Project },
    output: Type.Array(Template),
  }),
  editTemplate: post('/api/channel/editTemplate', {
    title: '编辑通知模板',
    permission: 'channel:edit',
    input: {
      projectId: Project,
      event: Event,
      channel: Kind,
      /** Null: restores the product's text. */
      text: nullable(Type.String({ minLength: 4, maxLength: 300, title: '文字', msg: '文字为4至300个字' })),
    },
    output: NoData,
  }),
};

/** Channels are managed on the page of their project. */
export const feature: Feature = {
  title: '通知渠道',
  labels: {
    'channel.kind': channelKinds,
    'channel_template.kind': channelKinds,
    'channel_template.event': notifyEvents,
  },
  endpoints: channelApi,
  screens: [],
};
