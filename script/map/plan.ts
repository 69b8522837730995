import { streetGrain } from '../../src/shared/district.ts';
import { type Point, type Polygon, pond, ribbon, smooth } from './shapes.ts';

/** The hand-made part of the district: streets, waters, parks and named places. Metres from the centre. */

/** A street: `at` is its position on the grid, `from`–`to` its extent along the other axis. */
export type Street = { name: string; at: number; major?: true; from?: number; to?: number };

/** Streets that run north to south, from the west. */
export const northward: readonly Street[] = [
  { name: '环城西路', at: -2860, major: true },
  { name: '西塘路', at: -2560, from: -1400, to: 2080 },
  { name: '莲塘路', at: -2260 },
  { name: '菱湖路', at: -1990, from: -2400, to: 950 },
  { name: '滨湖大道', at: -1700, major: true },
  { name: '芦荻路', at: -1430, from: 0, to: 2420 },
  { name: '采莲路', at: -1170 },
  { name: '画舫路', at: -910, from: -1720, to: 2080 },
  { name: '湖滨路', at: -640 },
  { name: '望江巷', at: -340, from: -1130, to: 1480 },
  { name: '文昌路', at: 0, major: true },
  { name: '梧桐巷', at: 265 },
  { name: '南门街', at: 530 },
  { name: '书院路', at: 790, from: -2050, to: 1780 },
  { name: '迎宾大道', at: 1080, major: true },
  { name: '东园路', at: 1360 },
  { name: '学前路', at: 1640, from: -1720, to: 2420 },
  { name: '丝厂路', at: 1930 },
  { name: '塘东路', at: 2220, from: -1400, to: 1480 },
  { name: '环城东路', at: 2520, major: true },
  { name: '东郊路', at: 2830 },
];

/** Streets that run west to east, from the south. */
export const eastward: readonly Street[] = [
  { name: '环城南路', at: -2330, major: true },
  { name: '船厂路', at: -2050 },
  { name: '运河路', at: -1740, from: -2260, to: 2520 },
  { name: '长桥大道', at: -1420, major: true },
  { name: '盐仓街', at: -1140 },
  { name: '米市街', at: -890, from: -1170, to: 2830 },
  { name: '绸坊街', at: -650 },
  { name: '桂香街', at: -430, from: -640, to: 2520 },
  { name: '文庙街', at: -215, from: -640, to: 1930 },
  { name: '南塘大道', at: 0, major: true },
  { name: '柳岸街', at: 225 },
  { name: '杏花街', at: 470 },
  { name: '石桥街', at: 715, from: -1990, to: 2830 },
  { name: '石桥大道', at: 980, major: true },
  { name: '北塘街', at: 1250 },
  { name: '茶亭路', at: 1510, from: -1700, to: 2520 },
  { name: '枫林路', at: 1780 },
  { name: '环城北路', at: 2080, major: true },
  { name: '北郊路', at: 2400 },
];

/** Bends the straight grid: metres along (u) and across (v) to metres east and north. */
export function bend([u, v]: Point): Point {
  return [u + streetGrain.lean * v + 16 * Math.sin(v / 620), v + streetGrain.rise * u + 12 * Math.sin(u / 760)];
}

const riverLine = smooth(
  [
    [1500, 2750],
    [1530, 1900],
    [1790, 1250],
    [1760, 600],
    [1480, 60],
    [1230, -420],
    [1290, -980],
    [1180, -1560],
    [820, -2080],
    [760, -2750],
  ],
  8,
);

const lake: Polygon = pond([-1170, -470], [405, 340], 0.06);
const river: Polygon = ribbon(riverLine, (t) => 74 + 22 * Math.sin(9 * t));
export const waters: readonly Polygon[] = [
  lake,
  river,
  ribbon(
    smooth(
      [
        [-2900, 1560],
        [-2300, 1500],
        [-1740, 1180],
        [-1480, 520],
        [-1330, -180],
      ],
      6,
    ),
    () => 24,
  ),
  ribbon(
    smooth(
      [
        [-960, -700],
        [-700, -1240],
        [-60, -1560],
        [560, -1600],
        [1190, -1500],
      ],
      6,
    ),
    () => 22,
  ),
  pond([760, 775], [62, 38], 0.08),
  pond([2020, -1860], [110, 80], 0.09),
];

/** Land without houses or minor streets; the riverside is drawn as park but crossed by every street. */
export const parks: readonly Polygon[] = [
  pond([-1160, -470], [500, 432], 0.04),
  [
    [585, 650],
    [1045, 690],
    [1050, 925],
    [590, 880],
  ],
  [
    [1830, -2130],
    [2290, -2080],
    [2260, -1590],
    [1845, -1640],
  ],
  [
    [-2220, 1730],
    [-1760, 1760],
    [-1740, 2000],
    [-2190, 1960],
  ],
];
export const riverside: Polygon = ribbon(riverLine, (t) => 190 + 40 * Math.sin(7 * t));

type Named = { name: string; at: Point };

export const labels: readonly (Named & { kind: 'area' | 'park' | 'water' })[] = [
  { name: '镜湖', kind: 'water', at: [-1180, -460] },
  { name: '南塘河', kind: 'water', at: [1635, 300] },
  { name: '南塘河', kind: 'water', at: [1262, -1020] },
  { name: '镜湖公园', kind: 'park', at: [-1250, -860] },
  { name: '南塘公园', kind: 'park', at: [860, 850] },
  { name: '梅园公园', kind: 'park', at: [2050, -1720] },
  { name: '莲塘绿地', kind: 'park', at: [-1980, 1860] },
  { name: '望湖街道', kind: 'area', at: [-1000, 820] },
  { name: '石桥街道', kind: 'area', at: [650, 1480] },
  { name: '长桥街道', kind: 'area', at: [1900, -700] },
  { name: '南门街道', kind: 'area', at: [560, -1900] },
  { name: '桂园街道', kind: 'area', at: [-1500, -1500] },
];

/** Named places; `at` is on the grid (before the bend), so that a place stays in its block. */
export const places: readonly (Named & { kind: 'hospital' | 'station' | 'school' | 'market' })[] = [
  { name: '望湖服务站', kind: 'station', at: [-355, 170] },
  { name: '石桥服务站', kind: 'station', at: [430, 735] },
  { name: '长桥服务站', kind: 'station', at: [700, -1110] },
  { name: '南门服务站', kind: 'station', at: [515, -240] },
  { name: '桂园服务站', kind: 'station', at: [-300, -630] },
  { name: '市第二医院', kind: 'hospital', at: [935, -110] },
  { name: '南塘区人民医院', kind: 'hospital', at: [-775, 600] },
  { name: '长桥卫生院', kind: 'hospital', at: [400, -1280] },
  { name: '石桥小学', kind: 'school', at: [660, 1115] },
  { name: '文昌中学', kind: 'school', at: [-490, 850] },
  { name: '南塘实验学校', kind: 'school', at: [-490, -1010] },
  { name: '石桥菜市场', kind: 'market', at: [135, 575] },
  { name: '米市集贸市场', kind: 'market', at: [660, -770] },
];
