import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectHidden, expectVisible } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const { site, openBrowserAs } = await setUpBrowserTests({}, { browser: 'full' });

/** Globals of a service worker. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): boolean;
  NotificationEvent: new (type: string, options: { notification: Notification }) => Event;
}

/** Simulates a browser with a push service that gives and revokes a URL. */
const withPushService = (context: BrowserContext) =>
  context.addInitScript(() => {
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    let subscription: object | null = null;
    const endpoint = `https://push.example.com/${Math.random()}`;
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey));
      const keys = { p256dh, auth: text(crypto.getRandomValues(new Uint8Array(16)).buffer) };
      const unsubscribe = async () => {
        subscription = null;
        return true;
      };
      subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, expirationTime: null, keys }) };
      return subscription as PushSubscription;
    };
  });

describe('pushes in this browser', () => {
  const pushSettings = (page: Page) => page.getByRole('region', { name: '告警推送' });
  const openProfile = async (page: Page) => {
    await page.getByRole('button', { name: /个人菜单$/ }).click();
    await page.getByText('个人中心').click();
    await expectVisible(pushSettings(page));
  };

  test('cannot be turned on where the browser forbids them or has no push service, which is said', async () => {
    const user = await aUser(site);
    const denied = (context: BrowserContext) => context.grantPermissions(['geolocation']);
    const forbidden = (await openBrowserAs(user, { prepare: denied })).page;
    await openProfile(forbidden);
    await expectVisible(pushSettings(forbidden).getByText('浏览器不允许本站发通知', { exact: false }));
    expect(await pushSettings(forbidden).getByRole('switch').isDisabled()).toBe(true);

    const { page } = await openBrowserAs(user, {
      prepare: async (context) => {
        await context.grantPermissions(['notifications']);
        await context.addInitScript(() => {
          const failure = new DOMException('Registration failed - push service error', 'AbortError');
          PushManager.prototype.subscribe = () => Promise.reject(failure);
        });
      },
    });
    await openProfile(page);
    await pushSettings(page).getByRole('switch', { name: '本机接收告警推送' }).click();
    await expectVisible(pushSettings(page).getByRole('alert').filter({ hasText: '没有连上它自己的推送服务' }));
    expect(await pushSettings(page).getByRole('switch').isChecked()).toBe(false);
  });

  test('are turned on and off, and lead from the notification to its alarm', async () => {
    const { page, context } = await openBrowserAs(await aUser(site, { role: 'operator' }), {
      prepare: async (userContext) => {
        await userContext.grantPermissions(['notifications']);
        await withPushService(userContext);
      },
    });
    const cdp = await context.newCDPSession(page);
    const registered: string[] = [];
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registered.push(...registrations.map(({ registrationId }) => registrationId));
    });
    await cdp.send('ServiceWorker.enable');
    await openProfile(page);
    const started = context.waitForEvent('serviceworker');
    await pushSettings(page).getByRole('switch').focus();
    await page.keyboard.press('Space');
    await expectVisible(pushSettings(page).getByText('已开启', { exact: false }));

    const worker = await started;
    const origin = new URL(site.address).origin;
    const deliver = async (data: string) =>
      cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: registered.at(-1) ?? '', data });
    const shown = () =>
      worker.evaluate(async () => {
        const { registration } = self as unknown as WorkerScope;
        return (await registration.getNotifications()).map(({ title, body, tag }) => [title, body, tag]);
      });
    await deliver('not a message');
    await expect.poll(shown).toEqual([['安好', '有新的告警，请打开查看', 'anhao']]);
    const customer = await aCustomerWithWatch(site, '单阿凤');
    await site.press(customer.watch);
    const [warn] = await site.sql<{ id: string }>('select id::text from warn where customer_id = $1', [customer.id]);
    const url = `#/warn/sos?id=${warn?.id}`;
    await deliver(JSON.stringify({ title: 'SOS', body: '梧桐苑 9幢', url, tag: 'w17', urgent: true }));
    await expect.poll(shown).toContainEqual(['SOS', '梧桐苑 9幢', 'w17']);

    await worker.evaluate(async () => {
      const scope = self as unknown as WorkerScope;
      const [notification] = await scope.registration.getNotifications({ tag: 'w17' });
      if (notification) scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
    await page.waitForURL((address) => address.hash === url);
    // Nothing covers the warn.
    await expectHidden(pushSettings(page));
    await expectVisible(page.getByRole('heading', { name: customer.name }));

    await openProfile(page);
    await pushSettings(page).getByRole('switch').click();
    await expectVisible(pushSettings(page).getByText('开启后', { exact: false }));
  });
});
