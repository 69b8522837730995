// record: pages of one record: head, list of sections, sections that load and fail alone.
import type { Slot } from '#web/screen/manifest.ts';

/** Props of every section of a record page. */
export interface SectionProps<Record extends object> {
  record: Record;
  /** Reloads the record after a change. */
  changed: () => void;
}

/** Section of a record page; it loads its own data and fails alone. Entries with one key share a heading. */
export interface RecordSection<Record extends object> extends Slot<SectionProps<Record>> {
  key: string;
  title: string;
  /** Permission required to show the section. */
  permission?: string;
  /** Figure after the title in the list of sections. */
  figure?: (record: Record) => string | number | undefined;
}
