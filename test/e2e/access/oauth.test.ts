import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { aDevice, aProject, aUser, password, type TestUser } from '#server/testing/rows.ts';
import { expectVisible, goTo, submitLogin, type UserBrowser, waitForShell } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { callbackPath, openThirdParty } from '../thirdParty.ts';
import { unique } from '../unique.ts';

const { site, openBrowserAs } = await setUpBrowserTests();

const party = await openThirdParty(site, '南塘民政系统');
const user = await aUser(site, { role: 'operator' });
afterAll(() => party.close());

/** Ignores leaving for the third party, which these tests need. */
const ignoreLeaving = (userBrowser: UserBrowser) => userBrowser.ignoreFaults(/left the address/);

async function closeBrowser(userBrowser: UserBrowser): Promise<void> {
  ignoreLeaving(userBrowser);
  expect(userBrowser.faults).toEqual([]);
  await userBrowser.context.close();
}

/** Expects the third party's page to name the user; its visits show how the browser was sent. */
async function expectArrival(page: Page, visitor: TestUser): Promise<void> {
  await expectVisible(page.getByText(`你好，${visitor.name}（${visitor.account}）`));
}

const refusal = (page: Page) => page.getByRole('heading', { name: '没有返回第三方系统' });

describe('somebody who is not logged in', () => {
  test('logs in under the name of the system, comes back with code, sign and state, and is known there', async () => {
    const userBrowser = await openBrowserAs(undefined, { path: `/login?${party.query()}` });
    await expectVisible(userBrowser.page.getByText('登录后将返回 南塘民政系统'));
    await expectVisible(userBrowser.page.getByText('它将得到：账号、姓名和部门；手机号'));
    await submitLogin(userBrowser.page, user.account, password);
    await expectArrival(userBrowser.page, user);
    const visit = party.visits.at(-1) ?? '';
    expect(visit).toMatch(/^\/back\?from=anhao&code=[^&]+&sign=[0-9a-f]{64}&state=[^&]+$/);
    await closeBrowser(userBrowser);
  });

  test('is understood with the query before the hash, and an address with a # gets its code before it', async () => {
    const query = party.query({ redirect_uri: `${party.address}/back#/inner?x=1` });
    const userBrowser = await openBrowserAs();
    await userBrowser.page.goto(`${site.address}/?${query}#/login`);
    await expectVisible(userBrowser.page.getByText('登录后将返回 南塘民政系统'));
    await submitLogin(userBrowser.page, user.account, password);
    await expectArrival(userBrowser.page, user);
    expect(new URL(userBrowser.page.url()).hash).toBe('#/inner?x=1');
    await closeBrowser(userBrowser);
  });
});

describe('somebody who is logged in', () => {
  test('is asked once, may refuse and stays here, and is sent at once after agreeing', async () => {
    const colleague = await aUser(site, { role: 'operator' });
    const visits = party.visits.length;
    const userBrowser = await openBrowserAs(colleague);
    const { page } = userBrowser;
    const login = `${site.address}/?${party.query()}#/login`;
    await page.goto(login);
    await expectVisible(page.getByRole('heading', { name: '授权 南塘民政系统 登录？' }));
    await page.getByRole('link', { name: '不授权，进入安好' }).click();
    await waitForShell(page);
    expect(party.visits).toHaveLength(visits);
    expect(new URL(page.url()).search).toBe('');
    await page.goto(login);
    await page.getByRole('button', { name: '授权并返回' }).click();
    await expectArrival(page, colleague);
    await page.goto(login);
    await expectArrival(page, colleague);
    await closeBrowser(userBrowser);
  });

  test('is sent to a trusted system without a question, and asked all the same before it is given health data', async () => {
    const house = await openThirdParty(site, unique('本院系统'), { scopes: ['profile'], autoApprove: true });
    const colleague = await aUser(site, { role: 'operator' });
    const userBrowser = await openBrowserAs(colleague);
    const { page } = userBrowser;
    const login = `${site.address}/?${house.query()}#/login`;
    await page.goto(login);
    await expectVisible(page.getByText(`你好，${colleague.name}（${colleague.account}）`));
    await site.call('app/editApp', { id: house.id, version: 1, scopes: ['profile', 'fhir:read'] });
    await page.goto(login);
    await expectVisible(page.getByText('读取健康数据（FHIR）'));
    expect(house.visits).toHaveLength(1);
    await page.getByRole('button', { name: '授权并返回' }).click();
    await expectVisible(page.getByText(`你好，${colleague.name}（${colleague.account}）`));
    await house.close();
    await closeBrowser(userBrowser);
  });

  test('without a project of the application is told so and not sent', async () => {
    const [project, elsewhere] = [await aProject(site), await aProject(site)];
    const other = unique('另一街道');
    const { appid } = await site.call<{ appid: string }>('app/addApp', {
      name: other,
      redirectUris: [`${party.address}${callbackPath}`],
      scopes: ['profile'],
      projectIds: [project],
    });
    const outsider = await aUser(site, { role: 'operator', projects: [elsewhere] });
    const visits = party.visits.length;
    const userBrowser = await openBrowserAs(outsider);
    await userBrowser.page.goto(`${site.address}/?${party.query({ appid })}#/login`);
    await userBrowser.page.getByRole('button', { name: '授权并返回' }).click();
    await expectVisible(refusal(userBrowser.page));
    await expectVisible(userBrowser.page.getByText(`你没有登录「${other}」的权限`));
    expect(party.visits).toHaveLength(visits);
    userBrowser.ignoreFaults(/403/);
    await closeBrowser(userBrowser);
  });
});

describe('what is wrong', () => {
  test.each([
    ['an unknown appid', { appid: 'ah000' }, '没有这个应用，或它已停用'],
    ['a foreign address', { redirect_uri: 'https://evil.example.cn/back' }, '返回地址没有登记在这个应用名下'],
    ['an address that is no page', { redirect_uri: 'javascript:alert(1)' }, '返回地址没有登记在这个应用名下'],
  ])('%s is refused on a page of its own before anything is typed', async (_name, overrides, text) => {
    const visits = party.visits.length;
    const userBrowser = await openBrowserAs(undefined, {
      path: `/login?${party.query(overrides as Record<string, string>)}`,
    });
    await expectVisible(refusal(userBrowser.page));
    await expectVisible(userBrowser.page.getByText(text));
    expect(await userBrowser.page.getByLabel('密码').count()).toBe(0);
    expect(party.visits).toHaveLength(visits);
    expect(new URL(userBrowser.page.url()).origin).toBe(site.address);
    userBrowser.ignoreFaults(/400/);
    await closeBrowser(userBrowser);
  });

  test('a code a second time or after its 60 seconds is refused with 授权码已失效, a forged callback by its sign', async () => {
    const userBrowser = await openBrowserAs(undefined, { path: `/login?${party.query()}` });
    await submitLogin(userBrowser.page, user.account, password);
    await expectArrival(userBrowser.page, user);
    const used = party.visits.at(-1) ?? '';
    await userBrowser.page.goto(`${party.address}${used}`);
    await expectVisible(userBrowser.page.getByText('授权码已失效'));
    await userBrowser.page.goto(`${party.address}${used.replace(/code=./, 'code=_')}`);
    await expectVisible(userBrowser.page.getByText('签名不对，没有登录'));
    const late = await site.ask({
      method: 'POST',
      path: `/api/oauth2/getUserCode?${party.query()}`,
      body: {},
      token: user.token,
    });
    await site.sql("update app_code set expires_at = expires_at - interval '61 seconds' where used_at is null");
    const { code } = late.data as { code: string };
    expect(await party.exchange(code)).toMatchObject({ status: 400, body: { msg: '授权码已失效' } });
    await closeBrowser(userBrowser);
  });
});

/** Returns the URL by which the third party sends a user in. */
async function ticketAddress(overrides: Record<string, string> = {}): Promise<string> {
  const tokenAnswer = await party.exchange('', { grant_type: 'client_credentials' });
  const answer = await fetch(`${site.address}/api/oauth2/ticket`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${String(tokenAnswer.body.access_token)}`, 'X-Requested-With': 'x' },
    body: new URLSearchParams({ account: user.account }),
  });
  const { ticket } = (await answer.json()) as { ticket: string };
  const { appid, secret } = party;
  const ts = String(Math.floor(Date.now() / 1000));
  const sign = createHmac('sha256', secret).update(`appid=${appid}&ticket=${ticket}&ts=${ts}`).digest('hex');
  return `/open?${new URLSearchParams({ ticket, appid, ts, sign, url: '/warn/sos', ...overrides })}`;
}

describe('a ticket of the third party', () => {
  test('opens the wanted screen once; the same link again is 链接无效或已过期', async () => {
    const path = await ticketAddress();
    const userBrowser = await openBrowserAs(undefined, { path });
    await waitForShell(userBrowser.page);
    await expect.poll(() => new URL(userBrowser.page.url()).hash).toBe('#/warn/sos');
    await closeBrowser(userBrowser);
    const again = await openBrowserAs(undefined, { path });
    await expectVisible(again.page.getByRole('heading', { name: '链接无效或已过期' }));
    again.ignoreFaults(/400/);
    await closeBrowser(again);
  });

  test('with an altered sign or an old time is refused in the same words', async () => {
    const wrongs: Record<string, string>[] = [{ sign: '0'.repeat(64) }, { ts: '1700000000' }, { ticket: 'x' }];
    for (const overrides of wrongs) {
      const userBrowser = await openBrowserAs(undefined, { path: await ticketAddress(overrides) });
      await expectVisible(userBrowser.page.getByRole('heading', { name: '链接无效或已过期' }));
      userBrowser.ignoreFaults(/400/);
      await closeBrowser(userBrowser);
    }
  });
});

describe('the public page', () => {
  test('shows the platform, public notices, the documents and the way in, and how to use a device behind its code', async () => {
    const notice = {
      title: '热线电话调整',
      type: 'notice',
      content: '<p>新号码 <strong>0570</strong></p>',
      public: true,
    };
    const { id } = await site.call<{ id: string }>('notice/addNotice', { ...notice, audience: { kind: 'all' } });
    await site.call('notice/publishNotice', { id });
    const { sn } = await aDevice(site);
    const userBrowser = await openBrowserAs(undefined, { path: '/open' });
    const { page } = userBrowser;
    await expectVisible(page.getByText('热线电话调整'));
    await expectVisible(page.locator('.rich-text strong').getByText('0570'));
    await expectVisible(page.getByRole('link', { name: '开放接口文档' }));
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
    await goTo(page, `/open?device=${sn}`);
    await expectVisible(page.getByRole('heading', { name: '定位手表' }));
    await expectVisible(page.getByText('求助', { exact: true }));
    await page.goto('about:blank');
    await page.goto(`${site.address}/#/open?device=nosuchdevice`);
    await expectVisible(page.getByRole('heading', { name: '链接无效或已过期' }));
    await page.getByRole('link', { name: '登录' }).click();
    await expectVisible(page.getByLabel('密码', { exact: true }));
    userBrowser.ignoreFaults(/400/);
    await closeBrowser(userBrowser);
  });
});
