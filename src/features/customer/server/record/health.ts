import { decrypt, encrypt } from '#server/core/crypto.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { keysOf } from '#shared/codes.ts';
import { pick } from '#shared/endpoint.ts';
import type { Static } from '#shared/typebox.ts';
import type { Communication } from '../../contract/health.ts';
import type { RecordHealth } from '../../contract/record.ts';

/** The part of the health archive that an alarm needs; stored encrypted in one column. */
export interface HealthSummary extends Omit<Static<typeof RecordHealth>, 'chronic'> {
  /** Communication hints and entry hints. */
  communication: Static<typeof Communication> | null;
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
};

export function encryptHealth(summary: { [K in keyof HealthSummary]?: HealthSummary[K] | undefined }): string {
  return encrypt(JSON.stringify({ ...empty, ...summary }));
}

/** Decrypts the column; null gives an empty summary. */
export function decryptHealth(cipher: string | null): HealthSummary {
  if (!cipher) return empty;
  // An older summary holds rows, too, which are in their tables by now.
  const summary = pick({ ...empty, ...(JSON.parse(decrypt(cipher)) as Partial<HealthSummary>) }, keysOf(empty));
  return { ...summary, bloodType: bloodCode(summary.bloodType) };
}

/** Returns the code of a blood type entered as text (A型 is A); other text is returned unchanged. */
export function bloodCode(text: string | null): string | null {
  return /^(A|B|O|AB) ?型$/i.exec(text ?? '')?.[1]?.toUpperCase() ?? text;
}

/** Returns the red flags in display order, each once: living alone, the archive's flags, then allergies. */
export function redFlags(livingState: string | null, health: Pick<HealthSummary, 'flags' | 'allergies'>): string[] {
  const alone = livingState === 'alone' ? ['独居'] : [];
  // Only the substance: the reaction, 青霉素（皮疹）, is shown with the allergies.
  const allergies = health.allergies.map((allergy) => `${allergy.replace(/[（(].*$/, '').trim()}过敏`);
  return [...new Set([...alone, ...health.flags, ...allergies])];
}

/** Returns whether the viewer may view health data. */
export function canViewHealth(viewer: Viewer): boolean {
  return hasPermission(viewer, 'archive:list') || hasPermission(viewer, 'customer:health');
}
