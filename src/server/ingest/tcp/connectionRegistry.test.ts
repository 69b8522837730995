import { afterEach, describe, expect, test } from 'vitest';
import { encodeWatch } from '#devices/watch/frame.ts';
import { closePorts, openPort, Watch, type WatchPort } from '#server/testing/device/watchPort.ts';

afterEach(closePorts);

const a = '8800000015';
const lk = encodeWatch('3G', a, 'LK');
const lkAnswer = '[3G*8800000015*0002*LK]';

describe('another address with the number of a watch', () => {
  const minute = 60_000;
  /** Opens a port with a clock of the test; `stored` gives address and `conflicting` of each message. */
  async function atDoor() {
    const clock = { at: Date.now() };
    const port = await openPort({ now: () => clock.at });
    const stored = () =>
      port.store.submitted.map(({ message }) => [message.address, message.conflicting ?? false] as [string, boolean]);
    const speaks = async (watch: Watch) => {
      const textBefore = watch.text;
      await watch.send(lk).reads(textBefore + lkAnswer);
    };
    return { clock, port, stored, speaks };
  }
  const toFirst = async (port: WatchPort, first: Watch, reads: string) => {
    expect(port.listener.prepare(a, { command: 'locate', params: {} }, 1)?.write()).toBe(true);
    await first.reads(`${reads}[3G*${a}*0002*CR]`);
  };

  test('is marked while the first is alive, does not cut it and gets none of its commands', async () => {
    const { port, stored, speaks } = await atDoor();
    const first = new Watch(port);
    await speaks(first);
    const other = new Watch(port, '127.0.0.2');
    await speaks(other);
    await speaks(first);
    expect(stored()).toEqual([
      ['127.0.0.1', false],
      ['127.0.0.2', true],
      ['127.0.0.1', false],
    ]);
    await toFirst(port, first, lkAnswer + lkAnswer);
    expect(other.text).toBe(lkAnswer);
    expect(port.lines.filter((line) => line.msg === 'another address with the number of a device')).toMatchObject([
      { number: '…0015', address: '127.0.0.2' },
    ]);
  });

  test('counts at once when the first has closed, without a word', async () => {
    const { port, stored, speaks } = await atDoor();
    const first = new Watch(port);
    await speaks(first);
    first.socket.end();
    await first.closed;
    await speaks(new Watch(port, '127.0.0.2'));
    expect(stored().at(-1)).toEqual(['127.0.0.2', false]);
    expect(port.lines).toEqual([]);
  });

  test('counts when the first has been silent for a minute, and is a rival when that speaks again', async () => {
    const { clock, port, stored, speaks } = await atDoor();
    const first = new Watch(port);
    await speaks(first);
    clock.at += minute + 1;
    const other = new Watch(port, '127.0.0.2');
    await speaks(other);
    await toFirst(port, other, lkAnswer);
    clock.at += 1;
    await speaks(first);
    clock.at += 5 * minute;
    await other.send(lk).reads(`${lkAnswer}[3G*${a}*0002*CR]${lkAnswer}`);
    expect(stored().map(([, conflicting]) => conflicting)).toEqual([false, false, false, true]);
    expect(first.socket.destroyed).toBe(false);
  });

  test('a third one takes the place of the rival, never of the first', async () => {
    const { port, speaks } = await atDoor();
    const first = new Watch(port);
    await speaks(first);
    const second = new Watch(port, '127.0.0.2');
    await speaks(second);
    await speaks(new Watch(port, '127.0.0.3'));
    await second.closed;
    await speaks(first);
  });
});
