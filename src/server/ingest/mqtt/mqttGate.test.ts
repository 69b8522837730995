import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { until } from '#server/testing/until.ts';
import { TurnBudget } from '../turnBudget.ts';
import { gateLimits, MqttGate } from './mqttGate.ts';

const server = createServer({ allowHalfOpen: true });
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const login = Buffer.from([0x10, 0]);
const ping = Buffer.from([0xc0, 0]);

/** Creates a gate after its login, with the bytes it holds and the packets it has passed since. */
async function aGate(turns: TurnBudget) {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [inside] = (await once(server, 'connection')) as [Socket];
  sockets.push(socket, inside);
  const state = { held: 0, taken: 0 };
  const hooks = {
    paused: () => false,
    refused: () => undefined,
    held: (bytes: number) => {
      state.held = bytes;
    },
    turns,
  };
  const gate = new MqttGate(inside, gateLimits, hooks);
  gate.on('data', () => {
    state.taken += 1;
  });
  socket.write(login);
  await until('the login', () => state.taken === 1);
  gate.open();
  state.taken = 0;
  return { socket, state };
}

test('packets of all connections are handed over by one budget of a turn, one connection after the other', async () => {
  // Each clock reading costs one of the four of a turn: four packets.
  let clock = 0;
  let isHeld = false;
  const later: (() => void)[] = [];
  const plan = (callback: () => void) => (isHeld ? later.push(callback) : setImmediate(callback));
  const turns = new TurnBudget({ most: 4, now: () => clock++, later: plan });
  const gates = [await aGate(turns), await aGate(turns)];
  const [flood, device] = gates;
  isHeld = true;
  flood?.socket.write(Buffer.concat(Array.from({ length: 500 }, () => ping)));
  await until('the flood', () => flood?.state.held === 1000);
  device?.socket.write(ping);
  await until('the packet behind it', () => device?.state.held === 2);
  later.shift()?.();
  expect(gates.map(({ state }) => state.taken)).toEqual([3, 1]);
  later.shift()?.();
  expect(gates.map(({ state }) => state.taken)).toEqual([7, 1]);
});
