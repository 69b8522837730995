import { expect, test } from 'vitest';
import { browserOf } from './userAgent.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${windows} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141 · Windows 10/11'],
  [`${windows} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.3537.71`, 'Edge 141 · Windows 10/11'],
  ['Mozilla/5.0 (Windows NT 6.1; rv:115.0) Gecko/20100101 Firefox/115.0', 'Firefox 115 · Windows 7'],
  [`${phone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari 18 · iPhone'],
  [`${phone} Mobile/15E148 MicroMessenger/8.0.60(0x18003c32)`, '微信 8 · iPhone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari 26 · macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome 141 · Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Safari/537.36', 'Safari · Linux'],
])('browser with its version and system are read out of %s', (agent, expected) => {
  expect(browserOf(agent)).toBe(expected);
});

test('an integration is named by its first word, and silence is unknown', () => {
  expect(browserOf('okhttp/4.12.0')).toBe('okhttp');
  expect(browserOf('x'.repeat(200))).toHaveLength(30);
  expect(browserOf('')).toBe('未知设备');
});
