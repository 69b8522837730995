import { afterAll, beforeAll, expect, test } from 'vitest';
import { logApi } from '#features/equipmentLog/contract.ts';
import { wake } from '#server/db/wake.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aCustomer, aDepartment, aDevice, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { until } from '#server/testing/until.ts';
import { TestWatch } from '#server/testing/watch.ts';
import { type DeviceCommand, deviceCommands, keysOf } from '#shared/codes.ts';
import { commandApi } from '../contract.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  const permissions = ['equipment:list', 'equipment:command', 'equipment:edit', 'equipment:log'];
  engineer = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions }) });
});
afterAll(() => app.stop());

type Order = Parameters<typeof app.call<typeof commandApi.sendCommand>>[1];
const send = (order: Order, who = engineer) => app.call(commandApi.sendCommand, order, who.token);
const list = (equipmentId: string, token = engineer.token) =>
  app.list(commandApi.getCommandList, { equipmentId }, token);

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

test('a command that cannot be made fails by itself, and the others of its turn go out', async () => {
  const { id, sn } = await aDevice(app);
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.answered(watch.send('LK'));
  // State that an older release may have left: without the periods needed to encode it.
  await app.sql(
    `insert into equipment_command (equipment_id, command, params, valid_until) values ($1, 'quiet_hours', '{}', now() + interval '1 hour')`,
    [id],
  );
  await send({ id, command: 'find' });
  await until('the command behind it', () => watch.text.includes('*FIND]'));
  const failed = async () => (await list(id)).rows.find(({ command }) => command === 'quiet_hours');
  await until('that the other failed', async () => (await failed())?.state === 'failed');
  expect(await failed()).toMatchObject({ tries: 0, bytes: null, answer: '指令不能编码' });
  watch.close();
});

test('the pulse is measured once, which the watch answers with the word that it has for how often', async () => {
  const { id, sn } = await aDevice(app);
  const watch = await TestWatch.open(app.ports.watch, sn);
  await watch.answered(watch.send('LK'));
  await send({ id, command: 'measure_heart' });
  await until('the command', () => watch.text.includes('*hrtstart,1]'));
  watch.send('hrtstart');
  await until('that it is answered', async () => (await list(id)).rows[0]?.state === 'acknowledged');
  watch.close();
});

test('a setting that leaves out what an older one holds takes its place', async () => {
  const { id } = await aDevice(app);
  const setContacts = (sos: string[]) => send({ id, command: 'contacts', params: { sos } });
  const first = await setContacts(['13912345678', '13812345678']);
  const second = await setContacts(['13912345678']);
  expect((await list(id)).rows.map(({ commandId, state }) => [commandId, state])).toEqual([
    [second.commandId, 'queued'],
    [first.commandId, 'expired'],
  ]);
});

test('what the model, its protocol or the parameters do not allow is refused in words, and nothing is queued', async () => {
  const watch = await aDevice(app);
  const card = await aDevice(app, { model: 'mqtt' });
  const tried = (order: Order) => app.tryCall(commandApi.sendCommand, order, engineer.token);
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
  const offered = await app.call(commandApi.getCommandChoice, { ids: [pager.id] }, app.admin);
  expect(offered[0]?.commands).not.toContain('call');
  expect(offered[0]?.words).toMatchObject({ locate: '01 12', interval: '02 44' });
  const tried = (order: Order) => app.tryCall(commandApi.sendCommand, order, app.admin);
  expect(await tried({ id: pager.id, command: 'call', params: { number: '110' } })).toMatchObject({
    status: 409,
    msg: '此型号的协议没有「回拨」',
  });
  const beyond = { id: watch.id, command: 'parameters', params: { set: { sedentary: 60 } } } as const;
  expect(await tried(beyond)).toMatchObject({ status: 409, msg: '此型号的协议不能下发这些参数' });
  expect((await send({ ...beyond, params: { set: { text: '吃药' } } })).state).toBe('queued');
  expect((await list(pager.id)).count + (await list(watch.id)).count).toBe(1);
});

test('numbers that a press rings are named by the contacts of whoever has the device, in calling order, and need not be seen', async () => {
  const customer = await aCustomer(app);
  await app.sql('delete from customer_contact where customer_id = $1', [customer]);
  for (const [order, name, phone] of [
    [2, '陈强', '13800000002'],
    [1, '陈敏', '13800000001'],
    [3, '老周', ''],
  ])
    await app.sql(
      `insert into customer_contact (customer_id, name, relation, mobile, "order", is_emergency) values ($1, $2, 'child', $3, $4, true)`,
      [customer, name, phone, order],
    );
  const [{ id }, other] = [await aDevice(app, { customer }), await aDevice(app, { customer: await aCustomer(app) })];
  const roleId = await aRole(app, {
    scope: 'all',
    permissions: ['equipment:list', 'equipment:command', 'equipment:edit'],
  });
  const user = await aUser(app, { roleId });
  const [choice] = await app.call(commandApi.getCommandChoice, { ids: [id] }, user.token);
  expect(choice?.contacts).toMatchObject([
    { name: '陈敏', phone: '138****0001' },
    { name: '陈强', phone: '138****0002' },
  ]);
  const sos = [...(choice?.contacts.map((contact) => `@${contact.id}`) ?? []), '02085550000'];
  await send({ id, command: 'contacts', params: { sos } }, user);
  expect((await list(id, app.admin)).rows[0]?.params).toEqual({ sos: ['13800000001', '13800000002', '02085550000'] });
  const order: Order = { id: other.id, command: 'contacts', params: { sos } };
  expect(await app.tryCall(commandApi.sendCommand, order, user.token)).toMatchObject({
    status: 400,
    msg: '联系人不存在，或没有电话',
  });
});

test('operators may ask for a position, but change no device; numbers of people are for who may see them', async () => {
  const { id } = await aDevice(app);
  const roleId = await aRole(app, { scope: 'all', permissions: ['equipment:list', 'equipment:command'] });
  const operator = await aUser(app, { roleId });
  const choice = async (token: string) =>
    (await app.call(commandApi.getCommandChoice, { ids: [id] }, token))[0]?.commands ?? [];
  expect(await choice(operator.token)).toEqual(['locate', 'find', 'call', 'measure_heart']);
  expect(await choice(engineer.token)).toContain('restart');
  expect((await send({ id, command: 'find' }, operator)).state).toBe('queued');
  expect(await app.tryCall(commandApi.sendCommand, { id, command: 'restart' }, operator.token)).toMatchObject({
    status: 403,
    msg: '没有权限下发「重启」',
  });
  const sos = ['13912345678'];
  await app.call(commandApi.sendCommand, { id, command: 'contacts', params: { sos } }, app.admin);
  expect((await list(id, app.admin)).rows[0]?.params).toEqual({ sos });
  expect((await list(id, operator.token)).rows[0]?.params).toEqual({ sos: ['139****5678'] });
});

test('one command goes to many devices; those that cannot take it are named', async () => {
  const [watch, card] = [await aDevice(app), await aDevice(app, { model: 'mqtt' })];
  const roleId = await aRole(app, {
    scope: 'department',
    permissions: ['equipment:list', 'equipment:command', 'equipment:edit'],
  });
  const stranger = await aUser(app, { roleId, department: await aDepartment(app) });
  const order = { ids: [watch.id, card.id], command: 'restart' as const };
  expect(await app.call(commandApi.sendCommands, order, engineer.token)).toEqual({
    sent: 1,
    refused: [{ id: card.id, name: expect.any(String), reason: '此型号不支持「重启」' }],
  });
  expect((await list(watch.id)).rows).toMatchObject([{ command: 'restart', state: 'queued' }]);
  expect(await app.call(commandApi.sendCommands, order, stranger.token)).toMatchObject({ sent: 0 });
});

test('a command is encoded for a look, in the manner of the device, and nothing is sent', async () => {
  const encode = (fields: object) =>
    app.tryCall(
      commandApi.encodeCommand,
      { protocol: 'watch', number: '8800000015', command: 'fall_sensitivity', params: { level: 4 }, ...fields },
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
  const noTime = { command: 'quiet_hours', params: { periods: [{ from: '21:00', to: '21:00' }] } };
  expect(await encode(noTime)).toMatchObject({ status: 400, msg: '静默时段的开始和结束不能相同' });
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
  const { bytes } = await app.call(commandApi.encodeCommand, order, engineer.token);
  expect(bytes).toBe(hex);
  const stream = { protocol, frame: `${bytes}${bytes}`, encoding: 'hex' } as const;
  expect(await app.call(logApi.decodeFrame, stream, engineer.token)).toMatchObject({ frames: [hex, hex] });
});

const orders: Readonly<Record<DeviceCommand, Record<string, unknown>>> = {
  ...{ locate: {}, restart: {}, find: {}, interval: { seconds: 600 }, heart_interval: { seconds: 300 } },
  measure_heart: {},
  ...{ fall_sensitivity: { level: 4 }, call: { number: '13912345678' }, parameters: { read: [] } },
  ...{ contacts: { sos: ['13912345678', '057012349'] }, quiet_hours: { periods: [{ from: '21:10', to: '07:30' }] } },
};
const frames = (...contents: string[]) =>
  contents
    .map((contact) => `[3G*8800000015*${contact.length.toString(16).toUpperCase().padStart(4, '0')}*${contact}]`)
    .join('');
const hexOf = (text: string) => Buffer.from(text).toString('hex');

/** Frame of each command per protocol, hex; unsupported commands are left out. */
const expectedFrames: Readonly<Record<string, Partial<Record<DeviceCommand, string>>>> = {
  watch: {
    ...{ locate: hexOf(frames('CR')), restart: hexOf(frames('RESET')), find: hexOf(frames('FIND')) },
    ...{ interval: hexOf(frames('UPLOAD,600')), heart_interval: hexOf(frames('hrtstart,300')) },
    measure_heart: hexOf(frames('hrtstart,1')),
    ...{ fall_sensitivity: hexOf(frames('FALLDOWN,1,0', 'LSSET,4')), call: hexOf(frames('CALL,13912345678')) },
    ...{ contacts: hexOf(frames('SOS,13912345678,057012349,')), quiet_hours: hexOf(frames('SILENCETIME,21:10-07:30')) },
    parameters: hexOf(frames('TS')),
  },
  jt808: {
    locate: '7e8201000000880000001500001e7e',
    restart: '7e810500010088000000150000041c7e',
    interval: '7e810300130088000000150000020000002004000000000000002904000002585d7e',
    call: '7e8400000c0088000000150000003133393132333435363738267e',
    contacts: '7e8401002400880000001500000102030b313339313233343536373804534f5331030930353730313233343904534f5332327e',
    parameters: '7e810400000088000000150000187e',
  },
  gt06: {
    locate: '787812800a0000000057484552452300020000b2f20d0a',
    restart: '787812800a000000005245534554230002000051180d0a',
    interval: '787816800e0000000054494d45522c3630302300020000ce610d0a',
    contacts: '787828802000000000534f532c412c31333931323334353637382c30353730313233343923000200006ea40d0a',
    parameters: '787812800a00000000504152414d2300020000bfb90d0a',
  },
  h02: { restart: hexOf('*HQ,8800000015,R1,000000#'), interval: hexOf('*HQ,8800000015,S71,000000,22,600#') },
  ev07b: {
    locate: 'ab10030072360000010112',
    restart: 'ab10030082dd0000040112',
    find: 'ab100300a3cd0000040113',
    interval: 'ab100f0077ba0000020d44580200805802000058020000',
    contacts: 'ab101e0051920000020d30e031333931323334353637380b30e1303537303132333439023002',
    quiet_hours: 'ab100800fb0d000002060c80150a071e',
    fall_sensitivity: 'ab100400d9be0000020256c4',
    parameters: 'ab1003004eb200000201f0',
  },
};

test.each(Object.keys(expectedFrames))(
  '%s says each command in its own bytes, or is told to have no words for it',
  async (protocol) => {
    for (const name of keysOf(deviceCommands)) {
      const order = { protocol, number: '8800000015', command: name, params: orders[name] };
      const { status, data } = await app.tryCall(commandApi.encodeCommand, order, engineer.token);
      const bytes = expectedFrames[protocol]?.[name];
      if (bytes === undefined) expect(status, name).toBe(400);
      else expect(data, name).toMatchObject({ bytes });
    }
  },
);

test('who may change no device lets it call numbers of its person, their contacts and the project alone', async () => {
  const son = { name: '吴建国', relation: 'son', mobile: '13912347001', order: 1, isEmergency: true };
  const { id } = await aDevice(app, { customer: await aCustomer(app, { mobile: '13912347002', contacts: [son] }) });
  const bare = await aDevice(app);
  const roleId = await aRole(app, { scope: 'all', permissions: ['equipment:list', 'equipment:command'] });
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
  expect(await app.tryCall(commandApi.sendCommand, { id, ...stranger }, operator.token)).toMatchObject(foreign);
  const many = { ids: [id, bare.id], ...calls('13912347001') };
  expect(await app.call(commandApi.sendCommands, many, operator.token)).toMatchObject({
    sent: 1,
    refused: [{ id: bare.id, reason: foreign.msg }],
  });
  expect((await send({ id, ...stranger })).state).toBe('queued');
});

test('the configuration is what a device was last told of each setting that its model knows, and whether it took it', async () => {
  const [watch, terminal, card] = [
    await aDevice(app),
    await aDevice(app, { model: 'jt808' }),
    await aDevice(app, { model: 'mqtt' }),
  ];
  const config = (id: string, token = app.admin) => app.call(commandApi.getEquipmentConfig, { id }, token);
  const never = { params: null, state: null, at: null, before: null, former: false };
  expect(await config(watch.id)).toEqual(
    ['contacts', 'interval', 'fall_sensitivity', 'heart_interval', 'quiet_hours'].map((command) => ({
      command,
      ...never,
    })),
  );
  expect((await config(terminal.id)).map(({ command }) => command)).toEqual(['contacts', 'interval']);
  expect(await config(card.id)).toEqual([]);

  await app.sql(
    `insert into equipment_command (equipment_id, command, params, valid_until, state)
     values ($1, 'interval', '{"seconds":60}', now(), 'acknowledged'), ($1, 'interval', '{"seconds":300}', now(), 'acknowledged'),
       ($1, 'quiet_hours', '{"periods":[]}', now(), 'acknowledged')`,
    [watch.id],
  );
  await send({ id: watch.id, command: 'interval', params: { seconds: 600 } });
  await send({ id: watch.id, command: 'contacts', params: { sos: ['13912345678'] } });
  const [contacts, interval, fall, , quiet] = await config(watch.id);
  expect(contacts).toMatchObject({ params: { sos: ['13912345678'] }, state: 'queued', before: null });
  expect(interval).toMatchObject({ params: { seconds: 600 }, state: 'queued', before: { seconds: 300 } });
  expect(fall).toMatchObject(never);
  expect(quiet).toMatchObject({ params: { periods: [] }, state: 'acknowledged', before: null });
  expect((await config(watch.id, engineer.token))[0]?.params).toEqual({ sos: ['139****5678'] });
});
