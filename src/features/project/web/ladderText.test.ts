import { expect, test } from 'vitest';
import { ladderSentences } from './ladderText.ts';

test('a project without a ladder of its own is told the default one', () => {
  expect(ladderSentences([], 60, 600)).toEqual([
    '0 秒：范围内所有在岗坐席听到、看到。',
    '30 秒没人接警：派给一名空闲坐席；只有一人在岗时不派，用全部渠道通知本人和班长。',
    '1 分没人接警：第 1 次升级，站内通知班长。',
    '3 分没人接警：第 2 次升级，站内通知部门负责人。',
    '5 分没人接警：第 3 次升级，站内通知平台管理员。',
    '接警后 10 分没有动作：站内通知班长，再过同样久站内通知平台管理员。',
  ]);
});

test('an own ladder is told rung by rung', () => {
  expect(ladderSentences([{ after: 45, target: 'admin' }], 30, 300)).toContain(
    '45 秒没人接警：第 1 次升级，站内通知平台管理员。',
  );
  expect(ladderSentences([{ after: 45, target: 'duty', channels: ['sms'] }], 30, 300)).toContain(
    '45 秒没人接警：第 1 次升级，站内通知当班人员（没有人当班时为班长），另用短信通知。',
  );
});

test('what is due earlier is told earlier, also before the offer to a seat', () => {
  const sentences = ladderSentences(
    [
      { after: 5, target: 'duty' },
      { after: 90, target: 'leader' },
    ],
    60,
    600,
  );
  expect(sentences.map((text) => text.split(/[没：]/)[0])).toEqual([
    '0 秒',
    '5 秒',
    '30 秒',
    '1 分 30 秒',
    '接警后 10 分',
  ]);
});

test('a rung for the family counts as no escalation, and a stall is told by the channels of the rung for who is told', () => {
  const sentences = ladderSentences(
    [
      { after: 0, target: 'contacts', channels: ['sms'] },
      { after: 60, target: 'leader', channels: ['voice'], instead: ['sms'] },
      { after: 180, target: 'contacts', channels: ['voice'] },
      { after: 300, target: 'admin', channels: ['web_push'] },
    ],
    60,
    600,
  );
  expect(sentences.flatMap((text) => /第 \d 次升级/.exec(text) ?? [])).toEqual(['第 1 次升级', '第 2 次升级']);
  expect(sentences.at(-1)).toBe(
    '接警后 10 分没有动作：站内通知班长，另用语音电话通知，发不出时改用短信，再过同样久站内通知平台管理员，另用浏览器推送通知。',
  );
});
