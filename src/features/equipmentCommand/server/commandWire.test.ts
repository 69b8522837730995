import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDownlink } from '#server/ingest/downlink.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aDevice, aRole, aUser, type TestUser } from '#server/testing/rows.ts';
import { commandApi } from '../contract.ts';
import { sendDueCommands } from './commandWire.ts';

let app: TestApp;
let engineer: TestUser;
beforeAll(async () => {
  app = await startApp();
  const permissions = ['equipment:list', 'equipment:command', 'equipment:edit'];
  engineer = await aUser(app, { roleId: await aRole(app, { scope: 'all', permissions }) });
  await app.sql(`create function fault() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$`);
});
afterAll(() => app.stop());

/** Connects a device over the test's own connection, and creates a command for it. */
async function aCommand(isWritten: () => boolean, command: 'find' | 'restart' = 'find') {
  const { id, sn } = await aDevice(app);
  const wire = { written: 0, asked: 0 };
  const write = () => {
    wire.asked++;
    if (!isWritten()) return false;
    wire.written++;
    return true;
  };
  openDownlink('watch', { numbers: () => [sn], prepare: () => ({ bytes: Buffer.from('FIND'), write }) });
  const { commandId } = await app.call(commandApi.sendCommand, { id, command }, engineer.token);
  const row = async () => (await app.list(commandApi.getCommandList, { equipmentId: id }, engineer.token)).rows[0];
  return { wire, row, commandId };
}

/** Runs while the database refuses updates of commands to one state. */
async function refusing<T>(when: string, run: () => Promise<T>): Promise<T> {
  await app.sql(
    `create trigger fault before update on equipment_command for each row when (${when}) execute function fault()`,
  );
  try {
    return await run();
  } finally {
    await app.sql('drop trigger fault on equipment_command');
  }
}

test('a command that cannot be noted as sent is not written, and goes out once when it can', async () => {
  const { wire, row } = await refusing(`new.state = 'sent'`, async () => {
    const command = await aCommand(() => true);
    await expect(sendDueCommands()).rejects.toThrow('fault');
    expect(command.wire.asked).toBe(0);
    expect(await command.row()).toMatchObject({ state: 'queued', tries: 0, sentAt: null });
    return command;
  });
  await sendDueCommands();
  await sendDueCommands();
  expect(wire.written).toBe(1);
  expect(await row()).toMatchObject({ state: 'sent', tries: 1 });
});

test('a command that was noted, not written and cannot be taken back goes out at its next try, which is told', async () => {
  let isThere = false;
  const { wire, row, commandId } = await refusing(`old.state = 'sent' and new.state = 'queued'`, async () => {
    const command = await aCommand(() => isThere);
    // The product also polls by itself; one of the two attempts has run.
    await sendDueCommands().catch((error: unknown) => expect(String(error)).toContain('fault'));
    expect(await command.row()).toMatchObject({ state: 'sent', tries: 1 });
    return command;
  });
  expect(wire).toEqual({ asked: 1, written: 0 });
  isThere = true;
  await sendDueCommands();
  expect(wire.written).toBe(0);
  await app.sql(`update equipment_command set sent_at = now() - interval '1 minute' where id = $1`, [commandId]);
  await sendDueCommands();
  await sendDueCommands();
  expect(wire.written).toBe(1);
  expect(await row()).toMatchObject({ state: 'sent', tries: 2 });
});

test('a device is told once to restart: it takes no call for help meanwhile', async () => {
  const { wire, row, commandId } = await aCommand(() => true, 'restart');
  await sendDueCommands();
  await app.sql(`update equipment_command set sent_at = now() - interval '1 minute' where id = $1`, [commandId]);
  await sendDueCommands();
  expect(wire.written).toBe(1);
  expect(await row()).toMatchObject({ state: 'failed', tries: 1 });
});

test('a command is written three times, and has failed then', async () => {
  const { wire, row, commandId } = await aCommand(() => true);
  for (let n = 0; n < 5; n++) {
    await sendDueCommands();
    await app.sql(`update equipment_command set sent_at = now() - interval '1 minute' where id = $1`, [commandId]);
  }
  expect(wire.written).toBe(3);
  expect(await row()).toMatchObject({ state: 'failed', tries: 3 });
});
