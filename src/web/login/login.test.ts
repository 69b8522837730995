import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/api/request.ts';
import { faultsOf, missingCredentials } from './credentials.ts';
import { returnAddress, thirdPartyIn } from './thirdParty.ts';

describe('a refused login is said', () => {
  const refused = (msg: string, status = 400, data: unknown = null) =>
    faultsOf(new ApiError({ code: -1, msg, status, data }));

  it('at the field that the server names', () => {
    expect(
      refused('验证码已过期', 400, { errors: [{ field: 'captcha', rule: 'captcha', msg: '验证码已过期' }] }),
    ).toEqual({ captcha: '验证码已过期' });
  });

  it('at the password when account and password are not told apart', () => {
    expect(refused('账号或密码不正确')).toEqual({ password: '账号或密码不正确' });
  });

  it('for the whole form when it was not judged at all', () => {
    expect(refused('尝试次数过多，请 15 分钟后再试', 429)).toEqual({ form: '尝试次数过多，请 15 分钟后再试' });
    expect(refused('服务器返回异常', 500)).toEqual({ form: '服务器返回异常' });
    expect(refused('', 0).form).toContain('没有连上服务器');
  });

  it('before the server is asked when something is missing', () => {
    expect(missingCredentials({ account: ' ', password: '', captcha: '' }, true)).toEqual({
      account: '请输入账号',
      password: '请输入密码',
      captcha: '请输入验证码',
    });
    expect(missingCredentials({ account: 'a', password: 'b', captcha: '' }, false)).toEqual({});
  });
});

describe('another system', () => {
  it('is found behind the hash and before it', () => {
    expect(thirdPartyIn({ search: '', hash: '#/login?appid=a&state=s' })).toMatchObject({ appid: 'a', state: 's' });
    expect(thirdPartyIn({ search: '?appid=a&redirect_uri=https://x.cn', hash: '#/login' })).toMatchObject({
      redirectUri: 'https://x.cn',
    });
    expect(thirdPartyIn({ search: '?appid=a', hash: '#/login?appid=b' })?.appid).toBe('b');
    expect(thirdPartyIn({ search: '', hash: '#/login?appid=a&redirect_uri=https://x.cn/?k=1&state=s' })).toMatchObject({
      redirectUri: 'https://x.cn/?k=1',
      state: 's',
    });
    expect(thirdPartyIn({ search: '', hash: '#/login' })).toBeUndefined();
  });

  it('gets code, sign and state appended to its address, whose ? and # are kept', () => {
    const answer = { code: 'c', sign: 's', state: 'a b' };
    expect(returnAddress('https://x.cn/cb', answer)).toBe('https://x.cn/cb?code=c&sign=s&state=a%20b');
    expect(returnAddress('https://x.cn/cb?k=1#top', { ...answer, state: null })).toBe(
      'https://x.cn/cb?k=1&code=c&sign=s#top',
    );
    expect(returnAddress('https://x.cn/?k=a%20b#/cb?x=1', answer)).toBe(
      'https://x.cn/?k=a%20b&code=c&sign=s&state=a%20b#/cb?x=1',
    );
  });

  it('is not sent to an address that is no web page', () => {
    expect(() => returnAddress('javascript:alert(1)', { code: 'c', sign: 's', state: null })).toThrow('返回地址不正确');
    expect(() => returnAddress('', { code: 'c', sign: 's', state: null })).toThrow('返回地址不正确');
  });
});
