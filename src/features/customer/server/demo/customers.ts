import type { livingStates } from '#shared/codes.ts';

/** Customer of the demo district. */
export interface DemoCustomer {
  name: string;
  /** Code of domain.md: 1 male, 2 female. */
  gender: 1 | 2;
  age: number;
  estate: string;
  building: number;
  unit: number;
  room: string;
  livingState: keyof typeof livingStates;
  abilityLevel: number;
  /** Mobile or landline number of those in the pictures of the product. */
  phone: string | undefined;
  serviceState: string;
}

/** Name, gender, age, estate, building, unit-room, living state, ability level; of some the phone or service state. */
const lines = `
王桂兰 2 82 柳岸新村 12 2-301 alone 1 13800005678
李德福 1 79 望湖花园 3 1-502 spouse 0 13900002046
张淑珍 2 88 石桥公寓 3 1-403 alone 2 0570-55503317
陈永康 1 76 桂园小区 7 2-201 children 0
刘玉梅 2 84 南门新苑 5 1-302 spouse 1
赵长根 1 91 长桥家园 2 1-101 alone 4 0570-55506620
黄秋菊 2 73 文昌里 8 3-401 alone 0
吴阿根 1 86 梧桐苑 9 2-602 alone 2 13800007731
周慧芳 2 80 桂园小区 11 1-303 spouse 1
徐金宝 1 77 南门新苑 9 2-402 children 3 paused
孙月娥 2 90 柳岸新村 6 1-202 alone 2
马国梁 1 74 长桥家园 10 2-503 spouse 0
朱巧云 2 72 长桥家园 10 2-503 spouse 0
胡文斌 1 83 石桥公寓 14 1-102 alone 1
郭素贞 2 87 梅园新村 3 2-402 children 3 0570-55507745
林水生 1 78 南门新苑 12 1-601 spouse 0 pending
何秀珠 2 85 望湖花园 8 2-301 alone 1 13800003360
高启明 1 81 梧桐苑 4 1-504 spouse 0
罗秀兰 2 79 梧桐苑 4 1-504 spouse 1
梁宝珍 2 93 长桥家园 6 1-103 institution 4 0570-55508812
谢阿珠 2 89 文庙巷 2 2-201 alone 1
阿卜杜热合曼·买买提江·吐尔逊·艾合买提 1 77 石桥公寓 7 2-303 children 1
郑有才 1 71 柳岸新村 1 1-401 spouse 0
沈阿凤 2 75 柳岸新村 3 2-102 alone 0
冯德贵 1 88 柳岸新村 15 1-203 children 2
蒋美英 2 69 柳岸新村 18 3-502 spouse 0
韩世昌 1 84 柳岸新村 21 2-301 alone 1
杨招娣 2 91 望湖花园 1 1-101 alone 3
金根土 1 80 望湖花园 5 2-403 spouse 1
许玉珍 2 76 望湖花园 10 1-304 alone 0
曹阿毛 1 87 望湖花园 13 2-202 children 2
严桂花 2 70 望湖花园 15 1-501 spouse 0
魏长庚 1 82 梧桐苑 1 1-303 alone 1
陶月仙 2 86 梧桐苑 6 2-101 alone 2
姜水根 1 75 梧桐苑 11 1-402 spouse 0
戚阿香 2 94 梧桐苑 14 2-103 children 4
邹志和 1 72 梧桐苑 17 1-602 spouse 0
喻秀英 2 81 石桥公寓 1 2-304 alone 1
柏松年 1 89 石桥公寓 10 1-201 spouse 2
水金娣 2 78 石桥公寓 17 2-501 alone 0
窦炳根 1 68 长桥家园 1 2-303 spouse 0
章玉莲 2 83 长桥家园 13 1-204 alone 1
云阿福 1 90 长桥家园 16 2-101 children 3
苏彩娥 2 77 梅园新村 1 1-502 spouse 0
潘金水 1 85 梅园新村 7 2-203 alone 1
葛凤仙 2 74 梅园新村 10 1-401 siblings 0
奚宝根 1 79 梅园新村 14 1-302 spouse 1
范月琴 2 92 梅园新村 17 2-102 alone 3
彭德顺 1 73 南门新苑 2 1-403 spouse 0
鲁素英 2 88 南门新苑 7 2-201 alone 2
韦阿炳 1 81 南门新苑 15 1-303 children 1
昌美珍 2 66 文庙巷 5 1-401 spouse 0
俞关林 1 84 文庙巷 8 2-302 alone 1
任小妹 2 80 文庙巷 11 1-201 relatives 1
袁福生 1 76 文庙巷 14 2-502 spouse 0
柳银花 2 95 桂园小区 2 1-101 children 4
史文元 1 82 桂园小区 15 2-304 alone 1
唐阿妹 2 71 桂园小区 19 1-502 spouse 0
费金龙 1 86 文昌里 3 2-103 alone 2
岑玉凤 2 79 文昌里 12 1-302 others 1
雷火生 1 65 文昌里 17 2-401 spouse 0
贺秀芬 2 83 文昌里 20 1-203 alone 1`;

export const demoCustomers: readonly DemoCustomer[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', gender, age, estate = '', building, flat = '', living, ability, extra = ''] = line.split(' ');
    const [unit, room = ''] = flat.split('-');
    return {
      name,
      gender: gender === '1' ? 1 : 2,
      age: Number(age),
      estate,
      building: Number(building),
      unit: Number(unit),
      room,
      livingState: living as DemoCustomer['livingState'],
      abilityLevel: Number(ability),
      phone: /^\d/.test(extra) ? extra : undefined,
      serviceState: /^[a-z]/.test(extra) ? extra : 'active',
    };
  });
