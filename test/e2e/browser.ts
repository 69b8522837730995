import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import type { TestUser } from '#server/testing/rows.ts';
import type { Site } from './site.ts';

/** Longest wait for anything on a page, ms: many times what a busy machine needs. */
const timeoutMs = 20_000;

/** How many times slower the pages shall run, to see what a busy machine does to a test: `SLOWNESS=6`. */
const cpuSlowdown = Number(process.env.SLOWNESS ?? 1);

/** A person before a screen: a browser profile of its own, and what went wrong in it. */
export interface UserBrowser {
  context: BrowserContext;
  page: Page;
  /** Errors in the console, refused by the content policy or thrown, and requests that left the product's own address. */
  faults: string[];
  /** Takes errors out that the test itself has provoked. */
  ignoreFaults(text: RegExp): void;
}

export interface UserBrowserOptions {
  /** Where it begins, after the hash. */
  path?: string;
  viewport?: { width: number; height: number };
  dark?: boolean;
  touch?: boolean;
  /** With what moves on the screen, as most people have it; without, nothing shifts under the pointer of a busy machine. */
  motion?: boolean;
  /** Before the first page is opened: routes, init scripts. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

/**
 * What Chromium is to do without: what Playwright does without, for a second list takes the place of its own, and the pages
 * below the address bar, which cost each new context a process that works as long as a page of the product does.
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

let browser: Browser | undefined;

/**
 * The system's Chromium, which asks for a gesture before it sounds, as a person's does. The files that one process runs have
 * it one after the other: each closes its contexts.
 */
export async function openBrowser(): Promise<Browser> {
  // One that has crashed is of no use to the next file.
  if (!browser?.isConnected()) browser = await launch();
  return browser;
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      // Software draws anyway: without a process for the card there is less of it.
      '--disable-gpu',
      '--autoplay-policy=document-user-activation-required',
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  });
}

/** A seat on which nobody has logged in yet. */
export async function openLoginBrowser(
  browser: Browser,
  site: Site,
  options: UserBrowserOptions = {},
): Promise<UserBrowser> {
  return openContext(browser, site, options, []);
}

/** A seat where the person is logged in and has touched nothing: the browser still blocks the sound. */
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
    // Whatever asks the page something counts as a gesture: it has to have opened its sound before that.
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
    // Dialling is heard of from the window that it waits in.
    if (!url.startsWith(address) && !/^(data|blob|tel):/.test(url)) faults.push(`left the address: ${url}`);
  });
}

/** The shell of a logged-in person stands. */
export async function waitForShell(page: Page): Promise<void> {
  await page.locator('.shell, .standalone').first().waitFor();
}

/** For another try of a failed test: takes away what that one has left on the screens and in their consoles. */
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

/** Goes to a route of the application without loading the page anew, and waits until no other page stands in front. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = `#${hash}`;
  }, path);
  await page.waitForFunction((target) => {
    const front = document.querySelector<HTMLElement>('.page[data-active="true"]')?.dataset.path;
    return front === undefined || front === target || !location.hash.startsWith(`#${target}`);
  }, path.split('?')[0]);
}

/** Chooses in a list of antd. */
export async function selectOption(scope: Page | Locator, label: string, text: string): Promise<void> {
  const page = 'goto' in scope ? scope : scope.page();
  const combobox = scope.getByRole('combobox', { name: label });
  await combobox.click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).click();
}

/** Visible at last. */
export function expectVisible(locator: Locator): Promise<void> {
  return locator.first().waitFor({ state: 'visible' });
}

/** Gone at last; where it is not, the failure tells what may have held it. */
export async function expectHidden(locator: Locator): Promise<void> {
  try {
    await locator.first().waitFor({ state: 'hidden' });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${await overlayState(locator.page())}`, { cause: error });
  }
}

/** What stands over a page, and where the focus is: both decide what becomes of a key. */
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
    /** Notes that the page has handed to Web Audio, each until it ends or is taken back (see `recordNotes`). */
    notesAhead: () => number;
    notesPlayed: number;
  }
}

/** Runs in the page before its own code: counts the notes in the real audio schedule. */
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

/** The tab sounds: it says so, and notes stand in the schedule of a running audio context. */
export async function expectRinging(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.sound === 'ringing' && window.notesAhead() > 0);
}

/** The tab is silent: nothing is left in the schedule. */
export async function expectSilent(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.sound !== 'ringing' && window.notesAhead() === 0);
}
