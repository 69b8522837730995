import { Id, Instant, NoData, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { deadLink } from '#shared/link.ts';
import { Type } from '#shared/typebox.ts';

/** Life of a link, days. */
export const linkDays = 7;
/** Accounts of an import whose one-time passwords are made in one go; more of them get links. */
export const maxPasswords = 200;

const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{32}$', title: '链接', msg: deadLink });
const accountFields = { account: Type.String(), name: Type.String() };

export const activationApi = {
  /** The accounts that one's own import has made and nobody has logged in with yet: how many, and the first 200. */
  getActivationList: post('/api/activation/getActivationList', {
    title: '待激活账号',
    permission: 'user:password',
    change: false,
    input: { jobId: Id },
    output: strict({ count: Type.Integer(), rows: Type.Array(strict({ id: Id, ...accountFields })) }),
  }),
  /** A new link each for accounts that nobody has logged in with; it ends the one before. Of an import, or of chosen people. */
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
      /** Logged in before, disabled, or not the viewer's to manage. */
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

/** Links by which people with a new account set their first password themselves. */
export const feature: Feature = { title: '账号激活', endpoints: activationApi, screens: [] };
