import { can } from '#web/api/session.ts';
import { History } from '#features/binding/web/History.tsx';
import { Repairs } from '#features/repair/web/Repairs.tsx';
import { Loans } from '#features/stock/web/Loans.tsx';
import { Commands } from '#features/equipmentCommand/web/Commands.tsx';
import { Details } from './Details.tsx';
import { LatestReadings } from './LatestReadings.tsx';
import { LiveMessages } from '#features/equipmentLog/web/record/LiveMessages.tsx';
import type { Section } from './types.ts';
import { Warns } from './Warns.tsx';

/** Tabs of the device page in order; add further tabs here. */
export const sections: readonly Section[] = [
  { key: 'live', title: () => (can('equipment:log') ? '实时与日志' : '实时'), Body: LiveMessages },
  { key: 'data', title: '数据', permission: 'archive:list', Body: LatestReadings },
  { key: 'warns', title: '告警', permission: 'warn:list', Body: Warns },
  { key: 'commands', title: '指令', permission: 'equipment:command', Body: Commands },
  { key: 'binding', title: '绑定与状态历史', Body: History },
  { key: 'repairs', title: '维修', Body: Repairs },
  { key: 'loans', title: '借还', Body: Loans },
  { key: 'about', title: '资料', Body: Details },
];
