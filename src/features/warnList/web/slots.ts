import type { PermissionDef } from '#shared/feature.ts';

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Queue and chosen warn on a wide screen; one feature fills it. */
    sosDesk: Slot<{ warnId: string | null; onSelect: (id: string | null) => void }>;
    /** The whole screen of the warns on a phone; one feature fills it. */
    sosPhone: Slot;
    /** Dialog behind a button above queue and list. */
    sosTool: Slot<{ onClose: () => void }> & { label: string; permission: PermissionDef['key'] };
  }
}
