import { type Browser, chromium, type Page } from 'playwright-core';
import { password } from './product.ts';

/** Opens the browser that `script/bench.mjs` found or installed, headless. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Logs in as an operator; resolves when the first screen is shown. */
export async function logInOnPage(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/#/login`);
  await page.fill('#account', 'admin');
  await page.fill('#password', password);
  await page.click('.login-submit');
  await page.waitForSelector('.login-submit', { state: 'detached' });
  await page.waitForSelector('main');
}
