import { expect, test } from 'vitest';
import { privateNetworks } from '#server/core/networks.ts';
import { gateOf } from './targets.ts';

const shut = gateOf([]);
const open = gateOf(privateNetworks);
const problem = (gate: typeof shut, url: string) => gate.problem(new URL(url).hostname);

test.each([
  'https://10.0.0.1/back',
  'https://0x0a000001/',
  'https://10.1/',
  'https://172.31.255.255:8443/',
  'https://192.168.1.1',
  'https://100.64.0.9',
  'https://[fd00::1]/',
  'https://intranet/',
  'https://oa.corp/',
  'https://oa.local./',
])('%s is an inner address, refused unless the deployment opens its network', (address) => {
  expect(problem(shut, address)).toMatch(/内网地址/);
  expect(problem(open, address)).toBeNull();
});

test.each([
  'https://127.0.0.1/',
  'https://127.9.9.9/',
  'https://localhost/',
  'https://db.localhost/',
  'https://0.0.0.0/',
  'https://[::]/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
  'https://100.100.100.200/latest',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://255.255.255.255/',
  'https://239.1.1.1/',
  'https://[ff02::1]/',
  'https://[::10.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2001:0:a00:1::1]/',
  'https://[2002:a00:1::1]/',
])('%s stays closed whatever is opened', (address) => {
  const all = gateOf([...privateNetworks, '127.0.0.0/8', '169.254.0.0/16', '0.0.0.0/0', '::/0']);
  for (const gate of [shut, open, all]) expect(problem(gate, address)).toMatch(/内网地址/);
});

test.each([
  'https://192.0.2.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://192.0.0.9/',
  'https://192.88.99.1/',
  'https://198.19.0.1/',
  'https://[2001:db8::1]/',
  'https://[2001:2::1]/',
  'https://[2001:20::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[100::1]/',
  'https://[fec0::1]/',
  'https://[4000::1]/',
])('%s lies in a special network of IANA and is no public address', (address) => {
  expect(problem(shut, address)).toMatch(/内网地址/);
});

test.each(['https://partner.example.cn/back', 'https://8.8.8.8/', 'https://172.32.0.1/', 'https://[2400:3200::1]/'])(
  '%s is a public address: its answers may be read, and it is spoken to over TLS alone',
  (address) => {
    const { hostname } = new URL(address);
    expect(shut.problem(hostname)).toBeNull();
    expect(open.plain(hostname)).toBe(false);
  },
);

test('of private networks those alone that are listed are open, without TLS too, and what they answer is for nobody', () => {
  const gate = gateOf(['10.8.0.0/16', 'fd00:8::/32']);
  expect(['10.8.3.4', '[fd00:8::9]', 'gateway.lan'].map(gate.problem)).toEqual([null, null, null]);
  expect(['10.9.0.1', '192.168.0.1', 'fd00:9::1'].filter((host) => gate.problem(host) === null)).toEqual([]);
  expect(['10.8.3.4', '10.9.0.1', '8.8.8.8'].map(gate.plain)).toEqual([true, false, false]);
  expect(['10.8.3.4', '8.8.8.8'].map(gate.readable)).toEqual([false, true]);
});
