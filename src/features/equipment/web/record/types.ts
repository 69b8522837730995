import type { ComponentType } from 'react';
import type { equipmentApi } from '#features/equipment/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type Device = OutputOf<typeof equipmentApi.getEquipment>;

/** What each section of a device's page gets. */
export interface SectionProps {
  device: Device;
  /** Reads the device again, after something was changed. */
  changed: () => void;
}

/** A section of a device's page; it loads what is its own and fails alone. */
export interface Section {
  key: string;
  /** Or what it is called to the person at this seat. */
  title: string | (() => string);
  /** Without this right it is not there. */
  permission?: string;
  Body: ComponentType<SectionProps>;
}
