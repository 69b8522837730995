import { ConsentsAndBenefits } from './ConsentsAndBenefits.tsx';
import { Contacts } from './Contacts.tsx';
import { Devices } from '#features/equipment/web/CustomerSection.tsx';
import { Files } from '#features/customerFile/web/CustomerSection.tsx';
import { FollowUps } from '#features/followUp/web/CustomerSection.tsx';
import { History } from './History.tsx';
import { Overview } from './Overview.tsx';
import { Service } from './Service.tsx';
import type { Section } from './types.ts';
import { Warns } from '#features/warn/web/CustomerSection.tsx';

/** Sections of the record page in order; add further sections here. */
export const sections: readonly Section[] = [
  { key: 'overview', title: '概览', Body: Overview },
  { key: 'contacts', title: '联系人', figure: ({ contacts }) => contacts.length, Body: Contacts },
  {
    key: 'equipment',
    title: '设备',
    permission: 'equipment:list',
    figure: ({ onlineCount, equipmentCount }) => (equipmentCount ? `${onlineCount}/${equipmentCount}` : undefined),
    Body: Devices,
  },
  {
    key: 'warns',
    title: '告警与处置',
    permission: 'warn:list',
    figure: ({ warnCount30 }) => warnCount30 || undefined,
    Body: Warns,
  },
  { key: 'service', title: '服务', Body: Service },
  { key: 'followUps', title: '回访', permission: 'followUp:list', Body: FollowUps },
  { key: 'consent', title: '同意与证件', Body: ConsentsAndBenefits },
  { key: 'files', title: '附件', Body: Files },
  { key: 'history', title: '变更记录', Body: History },
];
