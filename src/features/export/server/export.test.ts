import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerApi } from '#features/customer/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { harmless } from '#server/files/workbook.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aRole, aUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { until } from '#server/testing/until.ts';
import { exportApi } from '#shared/contract/export.ts';
import { jobApi } from '#shared/contract/job.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/**
 * Inserts warns in one statement, newest last; finished by default, with a cut address in an export, unless the status
 * differs.
 */
async function manyWarns(
  count: number,
  department: string | null = null,
  address = '1幢101',
  status = 'done',
): Promise<void> {
  await app.sql(
    `insert into warn (no, type, family, level, status, subject, department_id, project_id, received_at, waiting_since, last_at, last_step_at, address)
     select 'T' || nextval('id_seq'), 'sos', 'sos', 1, $4, 'x:' || g, coalesce($2::bigint, (select min(id) from department)), (select min(id) from project), now(), now(), now(), now(), $3
     from generate_series(1, $1::int) g`,
    [count, department, address, status],
  );
}

test('a list is exported with its filters, its columns, the exporter and the time', async () => {
  await manyWarns(3, null, '=1+1', 'pending');
  const { fileId, jobId, count } = await app.call(
    warnListApi.exportWarn,
    { filters: { status: ['pending'] }, columns: ['no', 'status', 'address'] },
    app.admin,
  );
  expect({ jobId, count }).toEqual({ jobId: null, count: 3 });
  const rows = await downloadRows(app, fileId ?? '');
  expect(String(rows[0]?.[0])).toMatch(/导出人 .+（admin）· \d{4}-\d\d-\d\d \d\d:\d\d:\d\d · 追踪号 [0-9a-f-]+/);
  expect(rows[1]?.slice(0, 3)).toEqual(['编号', '状态', '住址']);
  expect(rows.slice(2).map((row) => row.slice(1, 3))).toEqual(Array(3).fill(['待处理', "'=1+1"]));
});

test.each(['=1', '+1', '-1', '@x', '\t=1', '\r1', ' =1', '＝1'])(
  'a cell that begins like a formula is made harmless: %j',
  (text) => expect(harmless(text)).toBe(`'${text}`),
);

test('numbers and plain texts stay as they are', () => {
  expect([-1, 'a=b', '138****5678', null].map(harmless)).toEqual([-1, 'a=b', '138****5678', null]);
});

test('nobody exports a row outside the scope, and the file is its owner’s alone', async () => {
  const inside = await aDepartment(app);
  const roleId = await aRole(app, { scope: 'department', permissions: ['warn:list', 'warn:export'] });
  const user = await aUser(app, { roleId, department: inside });
  await manyWarns(2, inside);
  const { fileId, count } = await app.call(warnListApi.exportWarn, {}, user.token);
  expect(count).toBe(2);
  expect((await downloadRows(app, fileId ?? '', user.token)).length).toBe(4);
  await expect(downloadRows(app, fileId ?? '', app.admin)).rejects.toThrow('404');
});

test('an unknown filter or column is refused', async () => {
  const bad = await app.tryCall(warnListApi.exportWarn, { filters: { nonsense: 1 } }, app.admin);
  expect(bad).toMatchObject({ status: 400, code: -1 });
  expect(await app.tryCall(warnListApi.exportWarn, { columns: ['password'] }, app.admin)).toMatchObject({
    status: 400,
  });
});

test('a file past its day is gone', async () => {
  const { fileId } = await app.call(warnListApi.exportWarn, { columns: ['no'] }, app.admin);
  expect((await downloadRows(app, fileId ?? '')).length).toBeGreaterThan(1);
  await app.sql(`update file set expires_at = now() - interval '1 second' where id = $1`, [fileId]);
  await expect(downloadRows(app, fileId ?? '')).rejects.toThrow('404');
});

test('beyond 10,000 rows it runs as a job, told to its owner, with a link at the end', async () => {
  await manyWarns(10_001);
  const answer = await app.call(warnListApi.exportWarn, { filters: { status: ['done'] }, columns: ['no'] }, app.admin);
  expect(answer.fileId).toBeNull();
  const id = answer.jobId ?? '';
  const job = await until('the job', async () => {
    const row = await app.call(jobApi.getJob, { id }, app.admin);
    return row.state === 'done' ? row : null;
  });
  expect(job).toMatchObject({ kind: 'export', done: answer.count, total: answer.count, title: '告警导出' });
  expect((await downloadRows(app, job.fileId ?? '')).length).toBe(answer.count + 2);
  const other = await aUser(app, { role: 'operator' });
  expect(await app.tryCall(jobApi.getJob, { id }, other.token)).toMatchObject({ status: 404 });
  expect(await app.tryCall(jobApi.cancelJob, { id }, app.admin)).toMatchObject({ status: 409 });
});

describe('personal columns', () => {
  const columns = ['name', 'mobile', 'idNo'] as ('name' | 'mobile' | 'idNo')[];
  const idNo = '330899194003050012';

  test('are masked unless somebody with the right asks for them in clear, with a reason that the log keeps', async () => {
    const department = await aDepartment(app);
    await aCustomer(app, { department, name: '吴阿根', mobile: '13912345678', idType: 'id_card', idNo });
    const roleId = await aRole(app, {
      scope: 'department',
      permissions: ['customer:list', 'customer:export', 'pii:reveal'],
    });
    const { token, account } = await aUser(app, { roleId, department });
    const plain = await app.call(customerApi.exportCustomer, { columns }, token);
    expect((await downloadRows(app, plain.fileId ?? '', token))[2]).toEqual([
      '吴阿根',
      '139****5678',
      '**************0012',
    ]);

    const reason = '派出所核对，联系人 13700001111';
    const unmasked = await app.call(exportApi.exportClear, { object: 'customer', columns, reason }, token);
    const rows = await downloadRows(app, unmasked.fileId ?? '', token);
    expect(rows[2]).toEqual(['吴阿根', '13912345678', idNo]);
    expect(String(rows[0]?.[0])).toContain('含完整个人信息，严禁外传');
    const [entry] = await app.sql<{ object_type: string; input: { reason: string } }>(
      `select object_type, input from cmd_log where module = 'export' and action = 'exportClear' and account = $1`,
      [account],
    );
    expect(entry).toMatchObject({ object_type: 'customer', input: { reason: '派出所核对，联系人 137****1111' } });
  });

  test('are not given in clear without the right, without that of the list, without a reason or for no such column', async () => {
    const ask = async (permissions: string[], input: object = {}) => {
      const roleId = await aRole(app, { scope: 'all', permissions });
      const { token } = await aUser(app, { roleId });
      const { status } = await app.tryCall(
        exportApi.exportClear,
        { object: 'customer', reason: '核对', ...input },
        token,
      );
      return status;
    };
    expect(await ask(['customer:export'])).toBe(403);
    expect(await ask(['pii:reveal'])).toBe(403);
    const both = ['customer:export', 'pii:reveal'];
    expect(await ask(both)).toBe(200);
    expect(await ask(both, { reason: ' ' })).toBe(400);
    expect(await ask(both, { columns: ['name'] })).toBe(400);
    expect(await ask(both, { filters: { nonsense: 1 } })).toBe(400);
    expect(await ask(both, { object: 'nothing' })).toBe(409);
  });
});

test('the caps are parameters of the dictionary', async () => {
  await app.sql(`update dictionary set amount = 1000 where type = 'export_limit' and value = 'most'`);
  const many = await app.tryCall(warnListApi.exportWarn, { columns: ['no'] }, app.admin);
  expect(many).toMatchObject({ status: 400, msg: '一次最多导出 1,000 行，请先缩小筛选范围' });
});
