import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { everyText, findTexts } from '#server/testing/everyText.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { aUser } from '#server/testing/rows.ts';
import { upload, workbookOf } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { currentKeyId, decrypt, encrypt, openKey, searchHash } from './crypto.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('whatever is encrypted comes back, never twice in the same form, and names its key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const value = encrypt(text);
      expect(decrypt(value)).toBe(text);
      expect(value).toMatch(new RegExp(`^k1:${currentKeyId()}:`));
      expect(encrypt(text)).not.toBe(value);
    }),
  );
});

test('a value that was altered anywhere is refused', () => {
  const value = encrypt('331102194001010011');
  fc.assert(
    fc.property(fc.integer({ min: 12, max: value.length - 2 }), (index) => {
      const other = value[index] === 'A' ? 'B' : 'A';
      expect(() => decrypt(value.slice(0, index) + other + value.slice(index + 1))).toThrow();
    }),
  );
  for (const spoilt of ['', 'k1', `k1:${currentKeyId()}:`, 'k1:00000000:AAAA', 'plain text'])
    expect(() => decrypt(spoilt)).toThrow();
});

test('the hash for search ignores case and blanks around, and differs for anything else', () => {
  expect(searchHash(' 33110219400101001x ')).toEqual(searchHash('33110219400101001X'));
  expect(searchHash('a')).not.toEqual(searchHash('b'));
});

test('the key lies in a file that only its owner reads; another one opens nothing', async () => {
  const folder = await temporaryFolder();
  const value = encrypt('x');
  const previousKey = app.key;
  openKey(folder.path);
  const path = join(folder.path, 'secret.key');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => decrypt(value)).toThrow('which is not here');
  expect(readFileSync(path, 'utf8')).not.toBe(previousKey);
  writeFileSync(path, previousKey);
  openKey(folder.path);
  expect(decrypt(value)).toBe('x');
  writeFileSync(path, 'abc');
  expect(() => openKey(folder.path)).toThrow('holds no 32-byte key');
  writeFileSync(path, previousKey);
  openKey(folder.path);
  await folder.remove();
});

const customerInput = {
  name: '周长根',
  idNo: '330106194203151234',
  mobile: '13912345678',
  address: '柳岸新村12幢2单元301室',
  allergies: ['青霉素过敏史'],
  chronic: ['舞蹈症早期病'],
  medicines: ['多奈哌齐片'],
  flags: ['心脏起搏器'],
  bloodType: 'AB',
  doctor: '林医生',
  contacts: [{ name: '周小红', relation: 'daughter', mobile: '13987654321', order: 1 }],
};

/** Returns the check digit of the 17 digits of an id number (GB 11643). */
function cardNo(body: string): string {
  const sum = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2].reduce(
    (all, weight, index) => all + weight * Number(body[index]),
    0,
  );
  return body + '10X98765432'[sum % 11];
}

/** Creates an id number whose last four characters occur nowhere by chance: hex has no X. */
function withX(): string {
  for (let sequence = 100; ; sequence += 1) {
    const idNo = cardNo(`33010619420315${sequence}`);
    if (idNo.endsWith('X')) return idNo;
  }
}

test('nothing of an identity card, of health or of how to get in lies in plain anywhere in the database', async () => {
  const idNo = withX();
  const entryNote = '门锁密码七三一六，备用钥匙在电表箱';
  const body = { ...customerInput, idNo, entryNote };
  const added = await app.ask({ path: '/api/customer/addCustomer', body, token: app.admin });
  expect(added.msg).toBe('');
  const twice = await app.ask({
    path: '/api/customer/addCustomer',
    body: { ...body, name: '另一人' },
    token: app.admin,
  });
  expect(twice).toMatchObject({ status: 400, msg: expect.stringContaining('该身份证号已存在') });
  const alarm = {
    customerId: (added.data as { id: string }).id,
    type: 'sos',
    level: 1,
    occurredAt: new Date().toISOString(),
    note: '来电',
  };
  const raised = await app.ask({ path: '/api/warn/addWarn', body: alarm, token: app.admin });
  const { id } = raised.data as { id: string };
  const one = { body: { id }, token: app.admin };
  await app.ask({ path: '/api/warn/claimWarn', ...one });
  const dispatchBody = { id, name: '120 急救', phone: '120', kind: 'emergency', note: `${entryNote}，舞蹈症早期病` };
  const called = { id, phone: '120', result: 'ok' };
  await app.ask({ path: '/api/warn/addWarnCall', body: called, token: app.admin });
  expect(await app.ask({ path: '/api/warn/dispatchWarn', body: dispatchBody, token: app.admin })).toMatchObject({
    data: { note: dispatchBody.note },
  });
  const seen = await app.ask({ path: '/api/warn/getWarn', ...one });
  for (const shown of ['多奈哌齐片', `"entryNote":"${entryNote}"`]) expect(seen.text).toContain(shown);
  expect(seen.data).toMatchObject({
    dispatches: [{ note: dispatchBody.note }],
    steps: expect.arrayContaining([expect.objectContaining({ kind: 'dispatch', note: dispatchBody.note })]),
  });
  const sheet = [
    ['姓名', '身份证号', '入户方式'],
    [customerInput.name, idNo, '门锁密码八四二七'],
  ];
  const { data } = await upload(app, '/api/customer/importCustomer', await workbookOf([{ name: '客户', rows: sheet }]));
  const job = { body: { id: data.jobId }, token: app.admin };
  await until('the file is read', async () => {
    const { state } = (await app.ask({ path: '/api/job/getJob', ...job })).data as { state: string };
    return state === 'done';
  });
  const written = { body: { jobId: data.jobId, mode: 'all' }, token: app.admin };
  expect(await app.ask({ path: '/api/import/confirmImport', ...written })).toMatchObject({ data: { updates: 1 } });
  const doors = ['门锁密码', '七三一六', '八四二七', '电表箱'];
  const health = ['青霉素', '舞蹈症早期', '多奈哌齐', '心脏起搏器', '"bloodType":"AB"', '林医生'];
  const texts = await everyText(app.sql);
  expect(findTexts(texts, [idNo, idNo.slice(0, 14), idNo.slice(-4), ...doors, ...health])).toEqual([]);
  // A value that is not encrypted is found: proves that the search works.
  expect(findTexts(texts, ['柳岸新村'])).toContain('柳岸新村 in customer.address');
  expect(texts.get('change_log.changes')).toContain('"entry_cipher": ["***", "***"]');
});

test('the log of commands says who did what, and holds no secret and no personal value', async () => {
  const user = await aUser(app);
  const change = { oldPassword: 'quiet-Harbour-2041', newPassword: 'never-Seen-again-9' };
  await app.ask({ path: '/api/user/editUserPassword', body: change, token: user.token });
  await app.ask({ path: '/api/login/accountLogin', body: { account: user.account, password: 'wrong-Guess-4411' } });
  const device = { sn: 'LOGGED-0001', model: 'mqtt' };
  const { data } = await app.ask({ path: '/api/equipment/addEquipment', body: device, token: app.admin });
  const rows = await app.sql<{ action: string; account: string; code: number; trace_id: string; input: object }>(
    'select * from cmd_log order by at',
  );
  expect(rows.map((row) => row.action)).toEqual(
    expect.arrayContaining(['addCustomer', 'addEquipment', 'editUserPassword', 'addWarn', 'getWarn']),
  );
  const text = JSON.stringify(rows);
  const hidden = [
    customerInput.mobile,
    customerInput.address,
    customerInput.name,
    '周小红',
    '13987654321',
    '青霉素过敏史',
    '多奈哌齐片',
    change.oldPassword,
  ];
  for (const one of [...hidden, change.newPassword, 'wrong-Guess-4411', (data as { secret: string }).secret])
    expect(text).not.toContain(one);
  const passwordRow = rows.find((row) => row.action === 'editUserPassword');
  expect(passwordRow).toMatchObject({
    account: user.account,
    code: 0,
    input: { oldPassword: '***', newPassword: '***' },
  });
  expect(passwordRow?.trace_id).toMatch(/^[0-9a-f-]{14}$/);
});
