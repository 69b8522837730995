import { Type } from 'typebox';
import { get, Nothing, post, strict } from '#shared/endpoint.ts';
import type { Room } from '#shared/room.ts';

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
    output: Nothing,
  }),
};

export const room: Room = {
  title: '登录',
  endpoints: loginApi,
  screens: [],
};
