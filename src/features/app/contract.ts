import { type Endpoint, Id, Instant, list, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import type { Room } from '#shared/room.ts';
import { Type } from '#shared/typebox.ts';

/** What an application may ask for. */
export const appScopes = {
  profile: '账号、姓名和部门',
  mobile: '手机号',
  sso: '送人免密进入安好',
  'news:read': '读取资讯',
  'fhir:read': '读取健康数据（FHIR）',
} as const;
export type AppScope = keyof typeof appScopes;

/** What a person agrees to themselves before it is first given, however far the application is trusted. */
export const alwaysAsked: readonly AppScope[] = ['sso', 'fhir:read'];

/** The ways to a token (RFC 6749 4.1, 4.4). */
export const appGrants = {
  authorization_code: '人员登录（授权码）',
  client_credentials: '应用自己（密钥）',
} as const;
export type AppGrant = keyof typeof appGrants;

const Name = Type.String({ minLength: 2, maxLength: 30, title: '名称', msg: '名称为2至30个字' });
const RedirectUris = Type.Array(Type.String({ minLength: 8, maxLength: 500, title: '返回地址' }), {
  maxItems: 10,
  uniqueItems: true,
  title: '返回地址',
});
const Scopes = Type.Array(Type.Enum(Object.keys(appScopes) as AppScope[]), {
  maxItems: 10,
  uniqueItems: true,
  title: '权限范围',
});
const Grants = Type.Array(Type.Enum(Object.keys(appGrants) as AppGrant[]), {
  minItems: 1,
  uniqueItems: true,
  title: '授权方式',
  msg: '请选择授权方式',
});
/** A picture that the same person has just uploaded, or the one before. */
const LogoFileId = Type.Optional(nullable(Type.String({ ...Id, title: '标志' })));
const AutoApprove = Type.Optional(Type.Boolean({ title: '免确认' }));
const ProjectIds = Type.Array(Id, { maxItems: 100, uniqueItems: true, title: '项目' });
const Description = Type.String({ maxLength: 200, title: '说明' });
const TokenMinutes = Type.Integer({ minimum: 1, maximum: 43_200, title: '令牌有效分钟' });

const AppRow = strict({
  id: Id,
  appid: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  logoFileId: nullable(Id),
  redirectUris: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  grants: Type.Array(Type.String()),
  autoApprove: Type.Boolean(),
  /** Those in the viewer's scope. Null: all. */
  projectIds: nullable(Type.Array(Id)),
  projectNames: Type.Array(Type.String()),
  /** How many more it has outside the viewer's scope. */
  otherProjects: Type.Integer(),
  tokenMinutes: Type.Integer(),
  status: Type.String(),
  userCount: Type.Integer(),
  createdAt: Instant,
  version: Type.Integer(),
});

/** The query of the login page is passed through whole, so fields that are not ours are let be. */
const CodeQuery = Type.Object({
  appid: Type.String({ minLength: 1, maxLength: 64, title: 'appid' }),
  redirect_uri: Type.String({ minLength: 1, maxLength: 500, title: '返回地址' }),
  state: Type.Optional(Type.String({ maxLength: 512, title: 'state' })),
  code_challenge: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$', title: 'code_challenge' })),
  code_challenge_method: Type.Optional(Type.Enum(['S256'], { title: 'code_challenge_method' })),
});

export const CodeAnswer = strict({ code: Type.String(), sign: Type.String() });

/** Specification section 4: the code for the application that sent the person here. */
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
      appid: Type.String({ minLength: 1, maxLength: 64, title: 'appid' }),
      redirectUri: Type.String({ maxLength: 500, title: '返回地址' }),
    },
    output: strict({
      name: Type.String(),
      logoFileId: nullable(Id),
      scopes: Type.Array(Type.Enum(Object.keys(appScopes) as AppScope[])),
    }),
  }),
  getConsent: post('/api/oauth2/getConsent', {
    title: '是否已授权',
    permission: 'login',
    change: false,
    input: { appid: Type.String({ minLength: 1, maxLength: 64, title: 'appid' }) },
    /** Nothing is left to ask: the person agreed to all of it before, or the application is trusted. */
    output: strict({ given: Type.Boolean() }),
  }),
  /** The browser's part of being sent here by an application: the ticket becomes a session, once. */
  openTicket: post('/api/oauth2/openTicket', {
    title: '凭票进入',
    permission: 'public',
    input: {
      ticket: Type.String({ minLength: 20, maxLength: 100, title: 'ticket' }),
      appid: Type.String({ minLength: 1, maxLength: 64, title: 'appid' }),
      ts: Type.String({ pattern: '^\\d{10}$', title: 'ts' }),
      sign: Type.String({ pattern: '^[0-9a-f]{64}$', title: 'sign' }),
    },
    output: strict({ token: Type.String(), exp_time: Type.Integer() }),
  }),
};

export const appApi = {
  ...oauthApi,
  getAppList: list('/api/app/getAppList', {
    title: '第三方应用列表',
    permission: 'app:list',
    filters: { status: Type.Optional(Type.Array(Type.Enum(['enabled', 'disabled']), { maxItems: 2, title: '状态' })) },
    sort: ['name', 'createdAt'],
    row: AppRow,
  }),
  getAppOption: post('/api/app/getAppOption', {
    title: '第三方应用的选项',
    permission: 'app:list',
    change: false,
    input: {},
    /** `all`: whoever fills in the form may open every project. */
    output: strict({ projects: Type.Array(strict({ value: Id, label: Type.String() })), all: Type.Boolean() }),
  }),
  addApp: post('/api/app/addApp', {
    title: '新增第三方应用',
    permission: 'app:edit',
    input: {
      name: Name,
      description: Type.Optional(Description),
      redirectUris: RedirectUris,
      scopes: Scopes,
      grants: Type.Optional(Grants),
      logoFileId: LogoFileId,
      autoApprove: AutoApprove,
      projectIds: Type.Optional(ProjectIds),
      tokenMinutes: Type.Optional(TokenMinutes),
    },
    output: strict({ id: Id, appid: Type.String(), secret: Type.String({ description: 'shown once' }) }),
  }),
  editApp: post('/api/app/editApp', {
    title: '编辑第三方应用',
    permission: 'app:edit',
    input: {
      id: Id,
      version: Type.Integer({ minimum: 1, title: '版本' }),
      name: Type.Optional(Name),
      description: Type.Optional(nullable(Description)),
      redirectUris: Type.Optional(RedirectUris),
      scopes: Type.Optional(Scopes),
      grants: Type.Optional(Grants),
      logoFileId: LogoFileId,
      autoApprove: AutoApprove,
      projectIds: Type.Optional(nullable(ProjectIds)),
      tokenMinutes: Type.Optional(TokenMinutes),
    },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
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
    input: { id: Id, status: Type.Enum(['enabled', 'disabled'], { title: '状态' }) },
    output: Nothing,
  }),
  resetAppSecret: post('/api/app/resetAppSecret', {
    title: '轮换应用密钥',
    permission: 'app:edit',
    input: { id: Id, overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168, title: '旧密钥保留小时' })) },
    output: strict({ secret: Type.String({ description: 'shown once' }) }),
  }),
};

export const room: Room = {
  title: '第三方应用',
  endpoints: appApi,
  screens: [
    {
      path: '/platform/push_list',
      title: '推送列表',
      icon: 'send',
      group: '平台',
      sort: 73,
      component: 'AppListScreen',
      right: { key: 'app:list', title: '查看第三方应用', roles: [] },
      buttons: [
        { key: 'app:edit', title: '编辑第三方应用', roles: [] },
        { key: 'app:trust', title: '设置应用免确认', roles: [] },
      ],
    },
  ],
};
