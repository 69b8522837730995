import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import type { TestUser } from '#server/testing/rows.ts';
import type { Site } from './site.ts';

/** Maximum wait for anything on a page, ms: many times the time on a busy machine. */
const timeoutMs = 20_000;

/** Factor by which pages are slowed down, to test the effect of a busy machine: `SLOWNESS=6`. */
const cpuSlowdown = Number(process.env.SLOWNESS ?? 1);

/** A user's browser: a separate profile, and its recorded faults. */
export interface UserBrowser {
  context: BrowserContext;
  page: Page;
  /** Console errors, errors thrown or refused by the content policy, and requests to other origins. */
  faults: string[];
  /** Removes faults that the test has provoked. */
  ignoreFaults(text: RegExp): void;
}

export interface UserBrowserOptions {
  /** Initial path, after the hash. */
  path?: string;
  viewport?: { width: number; height: number };
  dark?: boolean;
  touch?: boolean;
  /** True: with motion, like most users; false: nothing moves under the pointer on a busy machine. */
  motion?: boolean;
  /** Runs before the first page is opened: routes, init scripts. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

/**
 * Disabled features of Chromium: Playwright's list, since a second list replaces it, and the pages below the address
 * bar, which cost each new context a busy process.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** `shell` has no windows, which takes less processor time; `full` shows notifications and takes pushes, too. */
export type BrowserKind = 'shell' | 'full';

const fullPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const paths: Record<BrowserKind, string> = { full: fullPath, shell: process.env.CHROMIUM_SHELL_PATH ?? fullPath };
const browsers = new Map<BrowserKind, Browser>();

/**
 * Opens the system's Chromium, which needs a gesture before sound, like a user's. Test files of one process share it:
 * each closes its contexts.
 */
export async function openBrowser(kind: BrowserKind): Promise<Browser> {
  const existing = browsers.get(kind);
  // A crashed browser is replaced for the next file.
  if (existing?.isConnected()) return existing;
  const browser = await launch(paths[kind]);
  browsers.set(kind, browser);
  return browser;
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      // Drawing is done in software: without the GPU process there is less load.
      '--disable-gpu',
      '--autoplay-policy=document-user-activation-required',
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  });
}

/** Opens a browser before the login. */
export async function openLoginBrowser(
  browser: Browser,
  site: Site,
  options: UserBrowserOptions = {},
): Promise<UserBrowser> {
  return openContext(browser, site, options, []);
}

/** Opens a browser of a logged-in user without any gesture: sound is still blocked. */
export async function openUserBrowser(
  browser: Browser,
  site: Site,
  user: TestUser,
  options: UserBrowserOptions = {},
): Promise<UserBrowser> {
  const until = Date.now() + 3_600_000;
  const userBrowser = await openContext(browser, site, { path: '/index', ...options }, [
    { name: 'token', value: JSON.stringify({ value: user.token, until }) },
    { name: 'exp_time', value: JSON.stringify({ value: Math.floor(until / 1000), until }) },
  ]);
  await waitForShell(userBrowser.page);
  return userBrowser;
}

async function openContext(
  browser: Browser,
  site: Site,
  { path = '/login', viewport = { width: 1440, height: 900 }, dark, touch, motion, prepare }: UserBrowserOptions,
  localStorage: { name: string; value: string }[],
): Promise<UserBrowser> {
  const context = await browser.newContext({
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    hasTouch: touch ?? false,
    isMobile: touch ?? false,
    storageState: { cookies: [], origins: [{ origin: site.address, localStorage }] },
  });
  context.setDefaultTimeout(timeoutMs);
  await context.addInitScript(recordNotes);
  const faults: string[] = [];
  watchFaults(context, site.address, faults);
  await prepare?.(context);
  const page = await context.newPage();
  if (cpuSlowdown > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const loggedIn = localStorage.length > 0;
  await Promise.all([
    // Evaluating in the page counts as a gesture: the page must have opened its sound before.
    loggedIn && page.waitForResponse(/warn\/getWarnList/),
    page.goto(`${site.address}/#${path}`),
  ]);
  const ignoreFaults = (text: RegExp): void => {
    faults.splice(0, faults.length, ...faults.filter((fault) => !text.test(fault)));
  };
  return { context, page, faults, ignoreFaults };
}

function watchFaults(context: BrowserContext, address: string, faults: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(error.error().stack ?? String(error.error())));
  context.on('request', (request) => {
    const url = request.url();
    // Requests for dialling are ignored.
    if (!url.startsWith(address) && !/^(data|blob|tel):/.test(url)) faults.push(`left the address: ${url}`);
  });
}

/** Waits until the shell of a logged-in user is shown. */
export async function waitForShell(page: Page): Promise<void> {
  await page.locator('.shell, .standalone').first().waitFor();
}

/** On a retry of a failed test: resets screens and faults of the first attempt. */
export async function resetForRetry(task: TestContext['task'], userBrowsers: UserBrowser[]): Promise<void> {
  if (!task.result?.retryCount) return;
  await Promise.all(userBrowsers.map(({ page }) => page.reload()));
  for (const userBrowser of userBrowsers) userBrowser.ignoreFaults(/./);
}

/** Types account and password into the login page. */
export async function submitLogin(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^登录/ }).click();
}

/** Goes to a route without reloading, and waits until no other page is in front. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = `#${hash}`;
  }, path);
  await page.waitForFunction((target) => {
    const front = document.querySelector<HTMLElement>('.page[data-active="true"]')?.dataset.path;
    return front === undefined || front === target || !location.hash.startsWith(`#${target}`);
  }, path.split('?')[0]);
}

/** Selects an option in an antd select; typed where it can be, because a long list draws only its first options. */
export async function selectOption(scope: Page | Locator, label: string, text: string): Promise<void> {
  const page = 'goto' in scope ? scope : scope.page();
  const combobox = scope.getByRole('combobox', { name: label });
  await combobox.click();
  if (await combobox.isEditable()) await combobox.fill(text);
  await optionWith(page, text).click();
}

/** Returns the options with this text of the open select: antd draws them beside the ones with a role. */
export function optionWith(page: Page, text: string | RegExp): Locator {
  return page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text });
}

/** Returns the page in front of the others. */
export function frontPage(page: Page): Locator {
  return page.locator('.page[data-active="true"]');
}

/** Returns the sign in the header that the live stream is open. */
export function liveBadge(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: '实时' });
}

/** Returns the banner with the waiting warns, which is over any page. */
export function alarmBanner(page: Page): Locator {
  return page.getByRole('region', { name: '等待接警' });
}

/** Returns the queue of the desk. */
export function deskQueue(page: Page): Locator {
  return page.getByRole('complementary', { name: '告警队列' });
}

/** Presses Esc once no toast would take it: one can come at any time, as of a new notice. */
export async function pressEscape(page: Page): Promise<void> {
  await page.locator('.toast').first().waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
}

/** Expects the element to become visible. */
export function expectVisible(locator: Locator): Promise<void> {
  return locator.first().waitFor({ state: 'visible' });
}

/** Expects the element to disappear; a failure reports overlays that may have blocked it. */
export async function expectHidden(locator: Locator): Promise<void> {
  try {
    await locator.first().waitFor({ state: 'hidden' });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${await overlayState(locator.page())}`, { cause: error });
  }
}

/** Returns the overlays of a page and the focus: both decide on the effect of a key. */
function overlayState(page: Page): Promise<string> {
  return page.evaluate(() => {
    const selector =
      '[role="dialog"], [role="alertdialog"], .toast, .ant-select-dropdown, .ant-dropdown, .ant-picker-dropdown';
    const shown = [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
    const texts = shown.map((element) => `${element.className}: ${element.textContent?.slice(0, 80)}`);
    return [`focus: ${document.activeElement?.outerHTML.slice(0, 200)}`, ...texts].join('\n');
  });
}

declare global {
  interface Window {
    /** Returns the number of scheduled Web Audio notes that have not ended or been cancelled (see `recordNotes`). */
    notesAhead: () => number;
    notesPlayed: number;
  }
}

/** Runs in the page before its scripts: counts notes in the real audio schedule. */
function recordNotes(): void {
  const ends = new Map<AudioScheduledSourceNode, number>();
  const { start, stop } = AudioScheduledSourceNode.prototype;
  window.notesPlayed = 0;
  window.notesAhead = () =>
    [...ends].filter(([{ context }, end]) => context.state === 'running' && end > context.currentTime).length;
  AudioScheduledSourceNode.prototype.start = function (when) {
    window.notesPlayed += 1;
    ends.set(this, Number.POSITIVE_INFINITY);
    start.call(this, when);
  };
  AudioScheduledSourceNode.prototype.stop = function (when) {
    ends.set(this, when ?? 0);
    stop.call(this, when);
  };
}

/** Expects the tab to sound: its state and notes scheduled in a running audio context. */
export async function expectRinging(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.sound === 'ringing' && window.notesAhead() > 0);
}

/** Expects the tab to be silent: no notes are scheduled. */
export async function expectSilent(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.sound !== 'ringing' && window.notesAhead() === 0);
}
