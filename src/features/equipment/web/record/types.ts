import type { ComponentType } from 'react';
import type { equipmentApi } from '#features/equipment/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type Device = OutputOf<typeof equipmentApi.getEquipment>;

/** Props of every section of the device page. */
export interface SectionProps {
  device: Device;
  /** Reloads the device after a change. */
  changed: () => void;
}

/** Section of the device page; it loads its own data and fails alone. */
export interface Section {
  key: string;
  /** A function returns the title for the current user. */
  title: string | (() => string);
  /** Permission required to show the section. */
  permission?: string;
  Body: ComponentType<SectionProps>;
}
