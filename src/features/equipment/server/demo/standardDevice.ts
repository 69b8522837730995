import type { MadeDevice, Wearer } from './addDevices.ts';

/** Models of `model/server/demo.ts`, with the ends of their names and their places at home. */
const standard = {
  'KT-W8': { suffix: '的定位手表', position: '随身' },
  'NB-S3': { suffix: ' SOS按钮', position: '客厅' },
  'SM-02': { suffix: ' 睡眠带', position: '卧室' },
};
export type StandardModel = keyof typeof standard;

const dayMs = 86_400_000;

/** Returns the instant so many days ago. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString();
}

/** Cuts a long customer name, so that it fits `equipment.name`. */
export function shortName(name: string): string {
  return name.length > 6 ? `${name.slice(0, 6)}…` : name;
}

/** Returns a device that a customer has used for so many days, tested at the installation. */
export function standardDevice(
  model: StandardModel,
  { id, name, departmentId, projectId }: Wearer,
  numbers: { sn: string; identifier: string; number: string | null },
  days: number,
): MadeDevice {
  const { suffix, position } = standard[model];
  const installedAt = daysAgo(days);
  const { sn, identifier, number } = numbers;
  return {
    model,
    identifier,
    ...(number && { sim: { number } }),
    equipment: {
      ...{ sn, name: shortName(name) + suffix, customerId: id, position, departmentId, projectId },
      ...{ state: 'in_use', installedAt },
    },
    binding: { testKind: 'attested', testedAt: installedAt },
  };
}
