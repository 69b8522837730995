import type { followUpKinds } from '#features/followUp/contract.ts';

/** What is asked in the call, by its reason; read out or put in one's own words. */
export const scripts: Readonly<Record<keyof typeof followUpKinds, readonly string[]>> = {
  after_alarm: [
    '您好，我是安好服务中心，想问问您上次报警之后身体怎么样。',
    '现在哪里不舒服？看过医生没有，药在吃吗？',
    '上次我们处理得及时吗？您还有什么要我们帮忙的？',
  ],
  install: [
    '您好，设备装好一个星期了，用着还习惯吗？',
    '随身带着吗？会充电吗？会按求助键吗？',
    '有没有误按过，或者有不明白的地方？',
  ],
  offline: [
    '您好，您的设备一天多没有消息了，是不是没电或者关机了？',
    '请插上充电，灯亮后等几分钟；手表请戴在手上。',
    '还是没有反应的话，我们安排人上门看看。',
  ],
  care: [
    '您好，最近身体和心情怎么样？吃饭、睡觉都好吗？',
    '家里人常联系吗？有什么要我们帮忙的？',
    '天气变化，出门请注意安全。',
  ],
  test_press: [
    '您好，这个月我们一起试一次求助键，看看设备好不好用。',
    '我这边已经开始测试，请您现在按一次，不会真的报警。',
    '收到了，设备正常。真有事的时候，请您同样按这个键。',
  ],
};
