import { expect, test } from 'vitest';
import { decodeBytes } from '../framer.ts';
import { encode808 } from './frame.ts';
import { jt808Protocol } from './jt808.ts';

const old = { flag: 0x7e, version: null, numberBytes: Buffer.from('013912345678', 'hex') };
const at = Date.UTC(2026, 10, 23, 4, 0, 5);

test('an encrypted body is kept and refused as not supported, in parts too, and what the model calls a press stays one', () => {
  const frame = encode808(old, 0x0200, 7, Buffer.alloc(28), { total: 2, index: 1 });
  // Sets RSA in the header and adjusts the check byte.
  for (const place of [3, frame.length - 2]) frame.writeUInt8(frame.readUInt8(place) ^ 4, place);
  const state = Object.assign(jt808Protocol.createState(), { profile: { presses: new Set(['0200']) } });
  const { messages, replies, errors } = decodeBytes(jt808Protocol, frame, state, at);
  expect(errors).toEqual(['encrypted body']);
  expect(messages).toMatchObject([{ kind: 'unknown', position: null, alarms: ['sos'], values: { encrypted: true } }]);
  const refused = encode808(old, 0x8001, 0, Buffer.from('0007020003', 'hex'));
  expect(replies).toEqual([refused.toString('hex')]);
});

test('a frame of another number uses up no serial and begins no message on the connection that it comes by', () => {
  const state = jt808Protocol.createState();
  const heartbeat = encode808(old, 0x0002, 7, Buffer.alloc(0));
  const foreign = { ...old, numberBytes: Buffer.from('013912345679', 'hex') };
  const part = encode808(foreign, 0x0704, 1, Buffer.alloc(8), { total: 2, index: 1 });
  const { replies } = decodeBytes(jt808Protocol, Buffer.concat([heartbeat, part, heartbeat]), state, at);
  expect(replies.map((reply) => reply.slice(22, 26))).toEqual(['0000', '0001']);
  expect(state.heldBytes).toBe(0);
});
