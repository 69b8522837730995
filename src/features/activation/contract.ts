import { Id, Instant, NoData, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { deadLink } from '#shared/link.ts';
import { Type } from '#shared/typebox.ts';

/** Validity of a link, days. */
export const linkDays = 7;
/** Maximum accounts of an import that get one-time passwords at once; a larger import gets links. */
export const maxPasswords = 200;

const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{32}$', title: '链接', msg: deadLink });
const accountFields = { account: Type.String(), name: Type.String() };

export const activationApi = {
  /** Counts unused accounts of the viewer's own import, and lists the first 200. */
  getActivationList: post('/api/activation/getActivationList', {
    title: '待激活账号',
    permission: 'user:password',
    change: false,
    input: { jobId: Id },
    output: strict({ count: Type.Integer(), rows: Type.Array(strict({ id: Id, ...accountFields })) }),
  }),
  /** Adds a new link for each unused account, which replaces the former one. Takes an import or selected users. */
  addActivation: post('/api/activation/addActivation', {
    title: '生成激活链接',
    permission: 'user:password',
    input: {
      jobId: Type.Optional(Id),
      ids: Type.Optional(
        Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '用户', msg: '一次最多200个用户' }),
      ),
    },
    output: strict({
      rows: Type.Array(strict({ id: Id, ...accountFields, token: Type.String({ description: 'shown once' }) })),
      /** Count of accounts left out: logged in before, disabled, or not manageable by the viewer. */
      skipped: Type.Integer(),
      expiresAt: Instant,
    }),
  }),
  getActivation: post('/api/activation/getActivation', {
    title: '打开激活链接',
    permission: 'public',
    change: false,
    input: { token: Token },
    output: strict(accountFields),
  }),
  activateUser: post('/api/activation/activateUser', {
    title: '激活账号',
    permission: 'public',
    input: {
      token: Token,
      password: Type.String({ minLength: 8, maxLength: 128, title: '密码', msg: '密码须为8至128个字符' }),
    },
    output: NoData,
  }),
};

/** Links by which users with a new account set their first password themselves. */
export const feature: Feature = { title: '账号激活', endpoints: activationApi, screens: [] };
