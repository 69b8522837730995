import { afterAll, beforeAll, expect, test } from 'vitest';
import { equipmentApi } from '#features/equipment/contract.ts';
import { wake } from '#server/db/wake.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  const rights = ['equipment:list', 'equipment:command', 'equipment:edit', 'equipment:log'];
  engineer = await aUser(app, { roleId: await aRole(app, { scope: 'all', rights }) });
});
afterAll(() => app.stop());

type Order = Parameters<typeof app.call<typeof equipmentApi.sendCommand>>[1];
const send = (order: Order, who = engineer) => app.call(equipmentApi.sendCommand, order, who.token);
const list = (equipmentId: string, token = engineer.token) =>
  app.list(equipmentApi.getCommandList, { equipmentId }, token);

test('a command waits for a device that is away, goes out in its words when it comes, and shows its answer and bytes', async () => {
  const { id, sn } = await aDevice(app, { customer: await aCustomer(app) });
  const sent = await send({ id, command: 'interval', params: { seconds: 600 }, validMinutes: 60 });
  expect(sent).toMatchObject({ state: 'queued', tries: 0, sentAt: null, bytes: null, createdBy: engineer.name });
  expect(Date.parse(sent.validUntil) - Date.parse(sent.createdAt)).toBe(3_600_000);

  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.answered(watch.send('LK'));
  wake.publish('command');
  await until('the command on the wire', () => watch.text.includes('*UPLOAD,600]'));
  await until('that it is noted', async () => (await list(id)).rows[0]?.state === 'sent');
  watch.send('UPLOAD');
  await until('the answer', async () => (await list(id)).rows[0]?.state === 'acknowledged');
  const [row] = (await list(id)).rows;
  expect(row).toMatchObject({ commandId: sent.commandId, tries: 1, answer: 'UPLOAD' });
  expect(Buffer.from(row?.bytes ?? '', 'hex').toString()).toMatch(/^\[3G\*\d+\*[0-9A-F]{4}\*000A\*UPLOAD,600\]$/);

  await send({ id, command: 'parameters', params: { read: [] } });
  await until('the question for its settings', () => watch.text.includes('*TS]'));
  watch.send('TS,ver:G36,upload:600');
  await until('them', async () => (await list(id)).rows[0]?.answer === 'ver:G36,upload:600');
  watch.close();
});

test('an older one that has not left yet gives way to a newer one of its kind; the same again is the same command', async () => {
  const { id } = await aDevice(app);
  const first = await send({ id, command: 'interval', params: { seconds: 600 } });
  expect((await send({ id, command: 'interval', params: { seconds: 600 } })).commandId).toBe(first.commandId);
  await send({ id, command: 'interval', params: { seconds: 60 } });
  expect((await list(id)).rows.map(({ state, answer }) => [state, answer])).toEqual([
    ['queued', null],
    ['expired', '由新的指令取代'],
  ]);
});

test('a setting that leaves out what an older one holds takes its place', async () => {
  const { id } = await aDevice(app);
  const told = (sos: string[]) => send({ id, command: 'contacts', params: { sos } });
  const first = await told(['13912345678', '13812345678']);
  const second = await told(['13912345678']);
  expect((await list(id)).rows.map(({ commandId, state }) => [commandId, state])).toEqual([
    [second.commandId, 'queued'],
    [first.commandId, 'expired'],
  ]);
});

test('what the model, its protocol or the parameters do not allow is refused in words, and nothing is queued', async () => {
  const watch = await aDevice(app);
  const card = await aDevice(app, { model: 'mqtt' });
  const tried = (order: Order) => app.tryCall(equipmentApi.sendCommand, order, engineer.token);
  expect(await tried({ id: card.id, command: 'restart' })).toMatchObject({ status: 409, msg: '此型号不支持「重启」' });
  expect(await tried({ id: card.id, command: 'locate' })).toMatchObject({
    status: 409,
    msg: '此型号的协议还不能下发指令',
  });
  for (const [params, field] of [
    [{ seconds: 5 }, 'params.seconds'],
    [{}, 'params.seconds'],
    [{ seconds: 60, other: 1 }, 'params.other'],
  ] as const)
    expect(await tried({ id: watch.id, command: 'interval', params })).toMatchObject({
      status: 400,
      data: { errors: [{ field }] },
    });
  expect(await tried({ id: watch.id, command: 'call', params: { number: '139],[3G*1' } })).toMatchObject({
    status: 400,
  });
  await app.sql(`update equipment set state = 'scrapped' where id = $1`, [watch.id]);
  expect(await tried({ id: watch.id, command: 'locate' })).toMatchObject({
    status: 409,
    msg: '设备报废，不能下发指令',
  });
  expect((await list(watch.id)).count + (await list(card.id)).count).toBe(0);
});

test('what the protocol of a model has no words for is neither offered nor queued, whatever the model says it can', async () => {
  const [pager, watch] = [await aDevice(app, { model: 'ev07b' }), await aDevice(app)];
  const offered = await app.call(equipmentApi.getCommandChoice, { ids: [pager.id] }, app.admin);
  expect(offered[0]?.commands).toEqual(['parameters']);
  const tried = (order: Order) => app.tryCall(equipmentApi.sendCommand, order, app.admin);
  expect(await tried({ id: pager.id, command: 'call', params: { number: '110' } })).toMatchObject({
    status: 409,
    msg: '此型号的协议没有「回拨」',
  });
  const beyond = { id: watch.id, command: 'parameters', params: { set: { sedentary: 60 } } } as const;
  expect(await tried(beyond)).toMatchObject({ status: 409, msg: '此型号的协议不能下发这些参数' });
  expect((await send({ ...beyond, params: { set: { text: '吃药' } } })).state).toBe('queued');
  expect((await list(pager.id)).count + (await list(watch.id)).count).toBe(1);
});

test('operators may ask for a position, but change no device; numbers of people are for who may see them', async () => {
  const { id } = await aDevice(app);
  const roleId = await aRole(app, { scope: 'all', rights: ['equipment:list', 'equipment:command'] });
  const operator = await aUser(app, { roleId });
  const choice = async (token: string) =>
    (await app.call(equipmentApi.getCommandChoice, { ids: [id] }, token))[0]?.commands ?? [];
  expect(await choice(operator.token)).toEqual(['locate', 'find', 'call']);
  expect(await choice(engineer.token)).toContain('restart');
  expect((await send({ id, command: 'find' }, operator)).state).toBe('queued');
  expect(await app.tryCall(equipmentApi.sendCommand, { id, command: 'restart' }, operator.token)).toMatchObject({
    status: 403,
    msg: '没有权限下发「重启」',
  });
  const sos = ['13912345678'];
  await app.call(equipmentApi.sendCommand, { id, command: 'contacts', params: { sos } }, app.admin);
  expect((await list(id, app.admin)).rows[0]?.params).toEqual({ sos });
  expect((await list(id, operator.token)).rows[0]?.params).toEqual({ sos: ['139****5678'] });
});

test('one command goes to many devices; those that cannot take it are named', async () => {
  const [watch, card] = [await aDevice(app), await aDevice(app, { model: 'mqtt' })];
  const roleId = await aRole(app, {
    scope: 'department',
    rights: ['equipment:list', 'equipment:command', 'equipment:edit'],
  });
  const stranger = await aUser(app, { roleId, department: await aDepartment(app) });
  const order = { ids: [watch.id, card.id], command: 'restart' as const };
  expect(await app.call(equipmentApi.sendCommands, order, engineer.token)).toEqual({
    sent: 1,
    refused: [{ id: card.id, name: expect.any(String), reason: '此型号不支持「重启」' }],
  });
  expect((await list(watch.id)).rows).toMatchObject([{ command: 'restart', state: 'queued' }]);
  expect(await app.call(equipmentApi.sendCommands, order, stranger.token)).toMatchObject({ sent: 0 });
});

test('a command is encoded for a look, in the manner of the device, and nothing is sent', async () => {
  const encode = (more: object) =>
    app.tryCall(
      equipmentApi.encodeCommand,
      { protocol: 'watch', number: '8800000015', command: 'fall_sensitivity', params: { level: 4 }, ...more },
      engineer.token,
    );
  expect((await encode({})).data).toMatchObject({
    text: '[3G*8800000015*000C*FALLDOWN,1,0][3G*8800000015*0007*LSSET,4]',
  });
  const frame = '[SG*8800000015*0001*0002*LK]';
  const { data } = await encode({
    command: 'quiet_hours',
    params: { periods: [{ from: '21:10', to: '07:30' }] },
    frame,
  });
  expect(data).toMatchObject({
    text: '[SG*8800000015*0000*0017*SILENCETIME,21:10-07:30]',
    bytes: Buffer.from('[SG*8800000015*0000*0017*SILENCETIME,21:10-07:30]').toString('hex'),
  });
  expect(await encode({ protocol: 'mqtt' })).toMatchObject({ status: 400, msg: '此协议还不能下发指令' });
  expect(await encode({ model: 'jt808' })).toMatchObject({ status: 400, msg: '此型号不支持「跌倒灵敏度」' });
  expect(await encode({ frame: '[3G*8800000016*0002*LK]' })).toMatchObject({ status: 400 });
});

test.each([
  [
    'watch',
    'parameters',
    { set: { text: '吃药' } },
    Buffer.from('[3G*8800000015*0010*MESSAGE,5403836F]').toString('hex'),
  ],
  ['jt808', 'locate', {}, '7e8201000000880000001500001e7e'],
  ['gt06', 'locate', {}, '787812800a0000000057484552452300020000b2f20d0a'],
  ['h02', 'restart', {}, Buffer.from('*HQ,8800000015,R1,000000#').toString('hex')],
  ['ev07b', 'parameters', {}, 'ab1003004eb200000201f0'],
] as const)('%s has a command in its own bytes, and two of them in one stream are two pieces', async (...the) => {
  const [protocol, command, params, hex] = the;
  const order = { protocol, number: '8800000015', command, params };
  const { bytes } = await app.call(equipmentApi.encodeCommand, order, engineer.token);
  expect(bytes).toBe(hex);
  const stream = { protocol, frame: `${bytes}${bytes}`, encoding: 'hex' } as const;
  expect(await app.call(equipmentApi.decodeFrame, stream, engineer.token)).toMatchObject({ frames: [hex, hex] });
});

test('who may change no device lets it call numbers of its person, their contacts and the project alone', async () => {
  const son = { name: '吴建国', relation: 'son', mobile: '13912347001', order: 1, isEmergency: true };
  const { id } = await aDevice(app, { customer: await aCustomer(app, { mobile: '13912347002', contacts: [son] }) });
  const bare = await aDevice(app);
  const roleId = await aRole(app, { scope: 'all', rights: ['equipment:list', 'equipment:command'] });
  const operator = await aUser(app, { roleId });
  const calls = (number: string) => ({ command: 'call' as const, params: { number } });
  await app.sql(
    `update project set hotline = '0570-12349' where id = (select project_id from equipment where id = $1)`,
    [id],
  );
  for (const number of ['13912347001', '+86-139-1234-7002', '057012349'])
    expect((await send({ id, ...calls(number) }, operator)).state, number).toBe('queued');
  const foreign = { status: 409, msg: expect.stringContaining('只能让设备拨打') };
  const stranger = calls('13912347009');
  expect(await app.tryCall(equipmentApi.sendCommand, { id, ...stranger }, operator.token)).toMatchObject(foreign);
  const many = { ids: [id, bare.id], ...calls('13912347001') };
  expect(await app.call(equipmentApi.sendCommands, many, operator.token)).toMatchObject({
    sent: 1,
    refused: [{ id: bare.id, reason: foreign.msg }],
  });
  expect((await send({ id, ...stranger })).state).toBe('queued');
});
