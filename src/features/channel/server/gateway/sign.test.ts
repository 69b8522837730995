import { expect, test } from 'vitest';
import { acs3Headers, queryOf, tc3Headers } from './sign.ts';

const signatureIn = (headers: Record<string, string>) => /Signature=(\w+)$/.exec(headers.Authorization ?? '')?.[1];

test('ACS3-HMAC-SHA256 signs the documented example as documented', () => {
  const query = queryOf({ RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' });
  const headers = acs3Headers(
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query,
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
    },
  );
  expect(signatureIn(headers)).toBe('06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0');
});

test('TC3-HMAC-SHA256 signs the documented example as documented', () => {
  const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
  const call = { service: 'cvm', action: 'DescribeInstances', version: '2017-03-12', region: 'ap-guangzhou', body };
  const headers = tc3Headers(
    { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******', secret: 'Gu5t9xGARNpq86cd98joQYCN3*******' },
    { ...call, host: 'cvm.tencentcloudapi.com', at: 1_551_113_065 },
  );
  expect(signatureIn(headers)).toBe('2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c');
  expect(headers.Authorization).toContain('/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, ');
});

test('parameters are signed in order, every sign but the plain ones encoded', () => {
  expect(queryOf({ b: "a*b'c(d)!~", a: '告 警+/' })).toBe('a=%E5%91%8A%20%E8%AD%A6%2B%2F&b=a%2Ab%27c%28d%29%21~');
});
