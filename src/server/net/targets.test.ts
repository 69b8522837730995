import { expect, test } from 'vitest';
import { targetProblem } from './targets.ts';

test.each([
  'https://10.0.0.1/back',
  'https://0x0a000001/',
  'https://10.1/',
  'https://172.31.255.255:8443/',
  'https://192.168.1.1',
  'https://169.254.169.254/latest',
  'https://100.64.0.9',
  'https://127.0.0.1/',
  'https://0.0.0.0/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://intranet/',
  'https://oa.corp/',
  'https://oa.local./',
])('%s is an inner address, refused unless the deployment allows them', (address) => {
  expect(targetProblem(new URL(address), false)).toMatch(/内网地址/);
  expect(targetProblem(new URL(address), true)).toBeNull();
});

test.each(['https://partner.example.cn/back', 'https://8.8.8.8/', 'https://172.32.0.1/', 'https://[2400:3200::1]/'])(
  '%s is an outer address',
  (address) => {
    expect(targetProblem(new URL(address), false)).toBeNull();
  },
);
