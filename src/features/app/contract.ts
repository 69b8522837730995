import { type AppScope, appScopes } from '#shared/appScope.ts';
import { keysOf } from '#shared/codes.ts';
import { type Endpoint, Id, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field, statusField } from '#shared/resourceField.ts';
import { type TSchema, Type } from '#shared/typebox.ts';

/** Scopes that each user must consent to, even for a trusted application. */
export const explicitConsentScopes: readonly AppScope[] = ['sso', 'fhir:read'];

/** Grant types (RFC 6749 4.1, 4.4). */
export const appGrants = {
  authorization_code: '人员登录（授权码）',
  client_credentials: '应用自己（密钥）',
} as const;
export type AppGrant = keyof typeof appGrants;

const listOf = <S extends TSchema>(itemSchema: S, title: string, options: object = {}) =>
  Type.Array(itemSchema, { maxItems: 10, uniqueItems: true, title, ...options });

/** Application that sends users here to log in, or reads the public API. */
export const app = resource('app', '应用', {
  name: field(Type.String({ minLength: 2, maxLength: 30, title: '名称', msg: '名称为2至30个字' }), {
    required: true,
    search: true,
    sort: true,
    column: { width: 160, fixed: 'left' },
  }),
  appid: field(Type.String({ title: '应用编号（appid）' }), { editable: false, search: true, column: { width: 160 } }),
  tokenMinutes: field(Type.Integer({ minimum: 1, maximum: 43_200, title: '令牌有效分钟' }), {
    defaultValue: 120,
    column: { title: '令牌有效', width: 80, align: 'right', hidden: true },
    form: { unit: '分钟' },
  }),
  /** File id of a picture that the editor has just uploaded, or of the former one. */
  logoFileId: field(Type.String({ ...Id, title: '标志' }), {
    column: false,
    form: { wide: true, hint: '显示在登录和授权页上' },
  }),
  description: field(Type.String({ maxLength: 200, title: '说明' }), {
    column: { width: 160, hidden: true },
    form: { rows: 2, wide: true },
  }),
  redirectUris: field(
    listOf(Type.String({ minLength: 8, maxLength: 500, title: '返回地址', msg: '每一行须是完整的网址' }), '返回地址'),
    {
      required: true,
      column: { width: 136 },
      form: {
        wide: true,
        hint: '一行一个，须与对方提交的完全相同；https 开头，本机调试可用 http://127.0.0.1',
      },
    },
  ),
  scopes: field(listOf(Type.Enum(keysOf(appScopes)), '权限范围'), {
    required: true,
    labels: appScopes,
    column: { width: 120 },
    form: { wide: true },
  }),
  grants: field(listOf(Type.Enum(keysOf(appGrants)), '授权方式', { minItems: 1, msg: '请选择授权方式' }), {
    defaultValue: keysOf(appGrants),
    labels: appGrants,
    column: { width: 160, hidden: true },
    form: { wide: true },
  }),
  autoApprove: field(Type.Boolean({ title: '免确认' }), {
    defaultValue: false,
    column: { width: 64 },
    form: {
      wide: true,
      labels: ['登录时不再询问本人', '首次登录询问本人'],
      hint: '只给本单位自己的系统；免密进入安好、读取健康数据仍须本人首次同意',
    },
  }),
  /**
   * Projects in the viewer's scope. Null: users of all projects log in; the application by its own token reaches no
   * project that is not named.
   */
  projectIds: field(Type.Array(Id, { maxItems: 100, uniqueItems: true, title: '项目' }), {
    column: false,
    form: { wide: true },
  }),
  projectNames: computed(Type.Array(Type.String(), { title: '项目' }), { column: { width: 128 } }),
  /** Count of the application's projects outside the viewer's scope. */
  otherProjects: computed(Type.Integer({ title: '其他项目数' }), { column: false }),
  userCount: computed(Type.Integer({ title: '授权人数' }), { column: { width: 72, align: 'right' } }),
  status: { ...statusField, filter: 'many' as const, column: { width: 68 } },
});

/** Query of the login page, passed through whole: unknown fields are allowed. */
const CodeQuery = Type.Object({
  appid: Type.String({ minLength: 1, maxLength: 64, title: '应用编号（appid）' }),
  redirect_uri: Type.String({ minLength: 1, maxLength: 500, title: '返回地址' }),
  state: Type.Optional(Type.String({ maxLength: 512, title: '状态参数' })),
  code_challenge: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$', title: '授权校验码' })),
  code_challenge_method: Type.Optional(Type.Enum(['S256'], { title: '授权校验方式' })),
});

export const CodeAnswer = strict({ code: Type.String(), sign: Type.String() });

/** Specification section 4: returns the code for the application that sent the user here. */
const getUserCode: Endpoint<typeof CodeQuery, typeof CodeAnswer> = {
  method: 'POST',
  path: '/api/oauth2/getUserCode',
  title: '获取授权码',
  permission: 'login',
  input: CodeQuery,
  output: CodeAnswer,
  list: false,
  change: true,
  beforePasswordChange: false,
  upload: false,
  inQuery: true,
};

export const oauthApi = {
  getUserCode,
  getAppInfo: post('/api/oauth2/getAppInfo', {
    title: '第三方应用信息',
    permission: 'public',
    change: false,
    input: {
      appid: Type.String({ minLength: 1, maxLength: 64, title: '应用编号（appid）' }),
      redirectUri: Type.String({ maxLength: 500, title: '返回地址' }),
    },
    output: strict({
      name: Type.String(),
      logoFileId: nullable(Id),
      scopes: Type.Array(Type.Enum(keysOf(appScopes))),
    }),
  }),
  getConsent: post('/api/oauth2/getConsent', {
    title: '是否已授权',
    permission: 'login',
    change: false,
    input: { appid: Type.String({ minLength: 1, maxLength: 64, title: '应用编号（appid）' }) },
    /** True: no consent needed, because the user gave it before or the application is trusted. */
    output: strict({ given: Type.Boolean() }),
  }),
  /** Turns a ticket from an application into a session of its user, once; called by the browser. */
  openTicket: post('/api/oauth2/openTicket', {
    title: '凭票进入',
    permission: 'public',
    input: {
      ticket: Type.String({ minLength: 20, maxLength: 100, title: '票据' }),
      appid: Type.String({ minLength: 1, maxLength: 64, title: '应用编号（appid）' }),
      ts: Type.String({ pattern: '^\\d{10}$', title: '时间戳' }),
      sign: Type.String({ pattern: '^[0-9a-f]{64}$', title: '签名' }),
    },
    output: strict({ token: Type.String(), exp_time: Type.Integer() }),
  }),
};

export const appApi = {
  ...oauthApi,
  getAppList: app.list({ title: '第三方应用列表' }),
  getApp: app.get({ permission: 'app:list', title: '第三方应用详情' }),
  getAppOption: post('/api/app/getAppOption', {
    title: '第三方应用的选项',
    permission: 'app:list',
    change: false,
    input: {},
    /** `all`: the viewer may open every project. */
    output: strict({ projects: Type.Array(strict({ value: Id, label: Type.String() })), all: Type.Boolean() }),
  }),
  addApp: app.add({
    title: '新增第三方应用',
    permission: 'app:edit',
    output: { appid: Type.String(), secret: Type.String({ description: 'shown once' }) },
  }),
  editApp: app.edit({ title: '编辑第三方应用' }),
  uploadAppLogo: post('/api/app/uploadAppLogo', {
    title: '上传应用标志',
    permission: 'app:edit',
    upload: true,
    input: {},
    output: strict({ fileId: Id }),
  }),
  updateAppStatus: post('/api/app/updateAppStatus', {
    title: '启停第三方应用',
    permission: 'app:edit',
    input: { id: Id, status: app.fields.status.schema },
    output: NoData,
  }),
  resetAppSecret: post('/api/app/resetAppSecret', {
    title: '轮换应用密钥',
    permission: 'app:edit',
    input: { id: Id, overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168, title: '旧密钥保留小时' })) },
    output: strict({ secret: Type.String({ description: 'shown once' }) }),
  }),
};

export const feature: Feature = {
  title: '第三方应用',
  labels: {
    'app_consent.scopes': appScopes,
  },
  endpoints: appApi,
  resource: app,
  screens: [
    {
      path: '/platform/push_list',
      title: '推送列表',
      icon: 'send',
      group: '平台',
      sort: 73,
      component: 'AppListScreen',
      permission: { key: 'app:list', title: '查看第三方应用', roles: [] },
      buttons: [
        { key: 'app:edit', title: '编辑第三方应用', roles: [] },
        { key: 'app:trust', title: '设置应用免确认', roles: [] },
      ],
    },
  ],
};
