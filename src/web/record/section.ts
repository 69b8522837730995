// record: pages of one record: head, list of sections, sections that load and fail alone.
import type { ComponentType, ReactNode } from 'react';
import type { Chunk } from '#web/core/chunk.ts';
import type { Slot } from '#web/screen/manifest.ts';

/** Props of every section of a record page. */
export interface SectionProps<Record extends object> {
  record: Record;
  /** Reloads the record after a change. */
  changed: () => void;
}

/** A section's place on the page. It loads its own data and fails alone. Entries with one key share a heading. */
interface Place<Record extends object> {
  key: string;
  title: string;
  /** Permission required to show the section. */
  permission?: string;
  /** Figure after the title in the list of sections. */
  figure?: (record: Record) => ReactNode;
}

/** Section that a feature adds to the record page of another one. */
export type RecordSection<Record extends object> = Slot<SectionProps<Record>> & Place<Record>;

/** Section of the page's own feature. */
export interface OwnSection<Record extends object> extends Place<Record> {
  sort: number;
  Body: ComponentType<SectionProps<Record>>;
}

/** Any section as the page shows it. */
export type ShownSection<Record extends object> = OwnSection<Record> | (RecordSection<Record> & Pick<Chunk, 'file'>);
