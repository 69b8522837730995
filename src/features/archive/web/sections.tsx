import type { archiveApi, SectionName } from '#features/archive/contract.ts';
import { sections, sectionTitles } from '#features/archive/contract.ts';
import { keysOf } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { OwnSection, RecordSection, SectionProps } from '#web/record/section.ts';
import { Lifestyle } from './Lifestyle.tsx';
import { SectionTable } from './SectionTable.tsx';

/** An archive as the kit of record pages takes it. */
export type ShownArchive = OutputOf<typeof archiveApi.getArchive> & { id: string; name: string };

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Section of a health archive, in the order of `sort`. */
    archiveSection: RecordSection<ShownArchive>;
  }
}

const lacking = <b className="text-level2-text">缺</b>;

/** Returns the figure beside a section's title: its rows, 无, or that it is missing. */
const figureOf = (name: SectionName) => (archive: ShownArchive) =>
  archive.sections[name] || (archive.none.includes(name) ? '无' : lacking);

function bodyOf(name: SectionName) {
  return function Section(props: SectionProps<ShownArchive>) {
    return <SectionTable name={name} {...props} />;
  };
}

/** Sections of the page in order. */
export const archiveSections: readonly OwnSection<ShownArchive>[] = [
  {
    ...{ key: 'lifestyle', title: sectionTitles.lifestyle, sort: 10, Body: Lifestyle },
    figure: ({ missing, none }) =>
      missing.includes('lifestyle') ? lacking : none.includes('lifestyle') ? '无' : undefined,
  },
  ...keysOf(sections).map((name, place) => ({
    ...{ key: name, title: sectionTitles[name], sort: 20 + place, figure: figureOf(name) },
    Body: bodyOf(name),
  })),
];
