import { decrypt, encrypt } from '#server/core/crypto.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import type { Static } from '#shared/typebox.ts';
import type { Allergy, Communication, Medicine } from '../contract/entry.ts';

/** The part of the health archive that an alarm needs; stored encrypted in one column. */
export interface HealthSummary {
  conditions: string[];
  medicines: string[];
  allergies: string[];
  bloodType: string | null;
  rh: string | null;
  doctor: string | null;
  doctorPhone: string | null;
  hospital: string | null;
  /** What must catch the eye: 心脏病史, 听力差 … */
  flags: string[];
  /** How to speak with somebody, and what to know before the door. */
  communication: Static<typeof Communication> | null;
  /** What is known of the allergies and medicines beside their words. */
  allergyRows: Static<typeof Allergy>[];
  medicineRows: Static<typeof Medicine>[];
}

const empty: HealthSummary = {
  conditions: [],
  medicines: [],
  allergies: [],
  bloodType: null,
  rh: null,
  doctor: null,
  doctorPhone: null,
  hospital: null,
  flags: [],
  communication: null,
  allergyRows: [],
  medicineRows: [],
};

export function encryptHealth(summary: { [K in keyof HealthSummary]?: HealthSummary[K] | undefined }): string {
  return encrypt(JSON.stringify({ ...empty, ...summary }));
}

/** Opens the encrypted column; an empty one is an empty summary. */
export function decryptHealth(cipher: string | null): HealthSummary {
  if (!cipher) return empty;
  const summary = { ...empty, ...(JSON.parse(decrypt(cipher)) as Partial<HealthSummary>) };
  return { ...summary, bloodType: bloodCode(summary.bloodType) };
}

/** A blood type that was entered in words, as its code where it names one: A型 is A. */
export function bloodCode(text: string | null): string | null {
  return /^(A|B|O|AB) ?型$/i.exec(text ?? '')?.[1]?.toUpperCase() ?? text;
}

/** The red flags in the order in which they are shown: living alone first, then the archive's own, then allergies; each once. */
export function redFlags(livingState: string | null, health: Pick<HealthSummary, 'flags' | 'allergies'>): string[] {
  const alone = livingState === 'alone' ? ['独居'] : [];
  // The substance alone: what it does, 青霉素（皮疹）, stands with the allergies.
  const allergies = health.allergies.map((allergy) => `${allergy.replace(/[（(].*$/, '').trim()}过敏`);
  return [...new Set([...alone, ...health.flags, ...allergies])];
}

/** Whether the viewer may read of anybody's health. */
export function canViewHealth(viewer: Viewer): boolean {
  return hasPermission(viewer, 'archive:list') || hasPermission(viewer, 'customer:health');
}
