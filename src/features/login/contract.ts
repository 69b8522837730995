import { get, NoData, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

export const Session = strict({ token: Type.String(), exp_time: Type.Integer({ description: 'seconds since 1970' }) });

export const loginApi = {
  getCaptcha: get('/api/login/getCaptcha', {
    title: '图形验证码',
    permission: 'public',
    output: strict({ captchaId: Type.String(), image: Type.String(), required: Type.Boolean() }),
  }),
  getServiceInfo: get('/api/login/getServiceInfo', {
    title: '平台信息',
    permission: 'public',
    output: strict({
      name: Type.String(),
      version: Type.String(),
      phone: Type.Union([Type.String(), Type.Null()]),
      /** Help text for users who cannot log in. */
      help: Type.String(),
      /** True: demo data exist. */
      demo: Type.Boolean(),
      healthy: Type.Boolean(),
    }),
  }),
  accountLogin: post('/api/login/accountLogin', {
    title: '登录',
    permission: 'public',
    input: {
      account: Type.String({ minLength: 1, maxLength: 50, title: '账号' }),
      password: Type.String({ minLength: 1, maxLength: 128, title: '密码' }),
      captchaId: Type.Optional(Type.String({ maxLength: 64, title: '验证码编号' })),
      captcha: Type.Optional(Type.String({ maxLength: 10, title: '验证码' })),
    },
    output: strict({
      token: Type.Optional(Type.String()),
      exp_time: Type.Optional(Type.Integer({ description: 'seconds since 1970' })),
      ticket: Type.Optional(Type.String({ description: 'in place of a token where a second step is asked for' })),
    }),
  }),
  verifyTotp: post('/api/login/verifyTotp', {
    title: '两步登录验证',
    permission: 'public',
    input: {
      ticket: Type.String({ minLength: 20, maxLength: 100, title: '登录凭据', msg: '登录已过期，请重新输入密码' }),
      code: Type.String({
        pattern: '^[0-9A-Za-z][0-9A-Za-z -]{4,14}[0-9A-Za-z]$',
        title: '验证码',
        msg: '请输入6位验证码或恢复码',
      }),
    },
    output: Session,
  }),
  validateToken: post('/api/login/validateToken', {
    title: '校验登录',
    permission: 'login',
    change: false,
    beforePasswordChange: true,
    input: {},
    output: strict({ exp_time: Type.Integer() }),
  }),
  userLogout: post('/api/login/userLogout', {
    title: '退出登录',
    permission: 'login',
    beforePasswordChange: true,
    input: {},
    output: NoData,
  }),
};

export const feature: Feature = {
  title: '登录',
  endpoints: loginApi,
  screens: [],
};
