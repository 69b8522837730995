import type { equipmentApi } from '#features/equipment/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type Device = OutputOf<typeof equipmentApi.getEquipment>;

/** Props of every section of the device page. */
export interface SectionProps {
  device: Device;
  /** Reloads the device after a change. */
  changed: () => void;
}

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Tab of a device's page; it loads its own data and fails alone. */
    equipmentSection: Slot<SectionProps> & {
      key: string;
      /** A function returns the title for the current user. */
      title: string | (() => string);
      /** Permission required to show the section. */
      permission?: string;
      /** Loads the number after the title. */
      figure?: (device: Device) => Promise<number>;
    };
    /** Button in the head of a device's page: before the actions on the device, or with `last` behind them. */
    equipmentHead: Slot<SectionProps> & { last?: boolean };
    /** Group of facts in the section 资料 of a device's page. */
    equipmentFacts: Slot<Pick<SectionProps, 'device'>>;
  }
}
