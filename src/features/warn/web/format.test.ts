import { expect, test } from 'vitest';
import { deviceText, lateText, sexAndAge, spokenWarn, stateMark, subjectName, testMark } from './format.ts';
import { warnRow } from './testRow.ts';

test('the spoken alarm says level, kind, who, age, place and the key', () => {
  expect(spokenWarn(warnRow(), 'F2')).toBe('紧急，主动呼救，吴阿根，86 岁，石桥街道 梧桐苑 9幢2单元602，按 F2 接警');
});

test('of somebody in a bed the bed is said before the address', () => {
  const place = { spot: '康养楼 101-1', area: '长桥颐养院', address: '登记住址 石桥街道 梧桐苑 9幢2单元602' };
  expect(spokenWarn(warnRow(place), null)).toBe(
    '紧急，主动呼救，吴阿根，86 岁，康养楼 101-1 长桥颐养院 登记住址 石桥街道 梧桐苑 9幢2单元602',
  );
});

test('an alarm of somebody who is not served now says so beside the name', () => {
  expect([stateMark(warnRow()), stateMark(warnRow({ serviceState: 'pending' }))]).toEqual([null, null]);
  expect(stateMark(warnRow({ serviceState: 'paused' }))).toBe('暂停');
  expect(spokenWarn(warnRow({ serviceState: 'ended' }), null)).toContain('吴阿根，已终止，86 岁');
  expect(spokenWarn(warnRow({ serviceState: 'deceased' }), null)).toContain('吴阿根，已故，86 岁');
});

test('an alarm without a person is called by its device', () => {
  expect(subjectName(warnRow({ customerName: null }))).toBe('8800000015');
});

test('an unknown sex and a missing age are left out', () => {
  expect(sexAndAge(warnRow({ gender: 0, age: 86 }))).toBe('86 岁');
  expect(sexAndAge(warnRow({ gender: 2, age: null }))).toBe('女');
});

test('a backlog says when it was given, a silent one is 迟到, a nonsense clock gives no span', () => {
  const receivedAt = '2026-11-20T02:00:00.000Z';
  const now = Date.parse(receivedAt);
  expect(lateText(warnRow({ late: true, receivedAt, occurredAt: '2026-11-20T01:17:00.000Z' }), now)).toBe(
    '补传 43 分钟前',
  );
  expect(lateText(warnRow({ late: true, receivedAt, occurredAt: '2000-01-01T00:00:00.000Z' }), now)).toBe('补传');
  expect(lateText(warnRow({ late: true, silent: true }), now)).toBe('迟到');
  expect(lateText(warnRow(), now)).toBeNull();
});

test('what a device sent in its test window is called a test and not late, what it sent in a drill a drill', () => {
  const tested = warnRow({ test: true, silent: true, level: 4 });
  expect([testMark(tested), lateText(tested, Date.now())]).toEqual(['测试', null]);
  expect([testMark(warnRow({ test: true })), testMark(warnRow())]).toEqual(['演练', null]);
});

test('a device is named without its owner, who stands beside it', () => {
  expect(deviceText(warnRow({ equipmentName: '吴阿根的定位手表' }))).toBe('定位手表');
  expect(deviceText(warnRow({ equipmentName: '吴阿根 睡眠带' }))).toBe('睡眠带');
  expect(deviceText(warnRow({ equipmentName: '客厅按钮' }))).toBe('客厅按钮');
  expect(deviceText(warnRow({ equipmentName: null }))).toBe('8800000015');
});
