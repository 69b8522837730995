import type { FalseReason, WarnResult, WarnType } from '#shared/codes.ts';

/** Finished warn of the demo: time, customer and course. */
export interface DemoAlarm {
  /** Hours before the first start. */
  hoursAgo: number;
  name: string;
  type: WarnType;
  model: 'KT-W8' | 'NB-S3' | 'SM-02';
  /** Seconds to 接警, and from 接警 to closing. */
  response: number;
  handling: number;
  account: 'chenli' | 'wanglei' | 'zhouqian';
  result: WarnResult | null;
  falseReason: FalseReason | null;
  /** Hours from closing to 回访; null for none. */
  followUp: number | null;
  /** Battery level in the message, %. */
  battery: number;
}

/**
 * Hours ago, customer, type, model, response s, handling min, user, result or `false:` reason, follow-up h or -,
 * battery.
 */
const lines = `
0.6 何秀珠 sos KT-W8 19 6 chenli phone - 71
1.4 李德福 sos KT-W8 16 14 wanglei family - 64
2.3 谢阿珠 sos KT-W8 12 3 chenli false:mis_touch - 58
3.2 胡文斌 fall KT-W8 22 21 chenli on_site 24 47
4.6 郭素贞 sos KT-W8 41 17 wanglei family - 80
6.1 高启明 sos KT-W8 21 5 zhouqian phone - 66
7.4 吴阿根 sos KT-W8 9 4 zhouqian false:mis_touch - 38
9.2 梁宝珍 fall KT-W8 27 26 zhouqian on_site - 52
11.5 罗秀兰 sos KT-W8 14 7 wanglei phone - 83
15.3 陈永康 sos KT-W8 18 9 chenli phone - 77
20.1 谢阿珠 sos KT-W8 25 12 chenli community 24 59
22.2 张淑珍 fall KT-W8 17 31 wanglei on_site 24 29
26.4 柳银花 sos NB-S3 33 8 zhouqian phone - 8
29.7 孙月娥 sos NB-S3 20 6 chenli phone - 74
33.5 韩世昌 sos KT-W8 13 4 wanglei false:child - 61
40.8 刘玉梅 sos KT-W8 75 44 zhouqian hospital 72 49
46.2 周慧芳 fall KT-W8 15 5 chenli false:algorithm - 70
51.9 潘金水 sos KT-W8 24 11 wanglei visited - 55
54.3 俞关林 sos NB-S3 28 9 chenli phone - 0
63.7 王桂兰 sos KT-W8 14 23 chenli family - 67
70.4 任小妹 sos NB-S3 31 7 zhouqian community - 66
77.1 孙月娥 fall KT-W8 48 28 wanglei on_site - 43
88.6 史文元 sos NB-S3 22 6 chenli phone - 15
96.3 赵长根 sos KT-W8 11 18 zhouqian family - 90
118.2 费金龙 sos NB-S3 37 13 wanglei phone - 22
139.5 魏长庚 sos KT-W8 19 5 chenli false:mis_touch - 62`;

/** Oldest first, so that the numbers of a day follow its clock. */
export const demoAlarms: readonly DemoAlarm[] = lines
  .trim()
  .split('\n')
  .reverse()
  .map((line) => {
    const [hours, name = '', type, model, response, minutes, account, end = '', follow, battery] = line.split(' ');
    const reason = end.startsWith('false:') ? (end.slice(6) as FalseReason) : null;
    return {
      hoursAgo: Number(hours),
      name,
      type: type as WarnType,
      model: model as DemoAlarm['model'],
      response: Number(response),
      handling: Number(minutes) * 60,
      account: account as DemoAlarm['account'],
      result: reason ? null : (end as WarnResult),
      falseReason: reason,
      followUp: follow === '-' ? null : Number(follow),
      battery: Number(battery),
    };
  });
