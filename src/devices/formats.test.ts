import { expect, test } from 'vitest';
import { formatOf, formats, loginOfTopic, readPart } from './formats.ts';
import { streamProtocols } from './streams.ts';

test('each format has one name, and none has the name of a stream', () => {
  const names = [...formats, ...streamProtocols].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('chirpstack is another name of lorawan, and a key of every object is no format', () => {
  expect(formatOf('chirpstack')).toBe(formatOf('lorawan'));
  expect(formatOf('mqtt')?.name).toBe('mqtt');
  expect(formatOf('constructor')).toBeUndefined();
});

test('a part carries its word, and our own device publishes on its own topic alone', () => {
  const format = formatOf('mqtt');
  if (!format) throw new Error('no format');
  const login = loginOfTopic('equipment/A1/up', '');
  expect(login).toMatchObject({ sn: 'A1', isGateway: false });
  expect(format.mayPublish('equipment/A1/up', login)).toBe(true);
  expect(format.mayPublish('equipment/B2/up', login)).toBe(false);
  const body = Buffer.from('{"alarms":["sos"]}');
  const { parts } = format.split(body, { topic: 'equipment/A1/up', login, state: format.createState(), at: 0 });
  expect(parts).toEqual([{ number: null, word: 'up', body }]);
  const [part] = parts;
  const context = { number: 'A1', profile: {}, at: 0 };
  expect(part && readPart(format, part, context)).toMatchObject({
    message: { topic: 'up', alarms: ['sos'] },
    error: null,
  });
});
