import { type ComponentType, type ReactNode, useEffect } from 'react';
import { can } from '#web/api/session.ts';
import type { Chunk } from '#web/core/chunk.ts';
import { useChunk } from '#web/core/useChunk.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { StaleStrip } from '#web/ui/StaleStrip.tsx';
import './record.css';
import { RecordNav } from './RecordNav.tsx';
import type { SectionProps, ShownSection } from './section.ts';

interface Props<R extends object> extends SectionProps<R> {
  sections: readonly ShownSection<R>[];
  /** Reason why the latest read failed. */
  problem: string | undefined;
  /** Content above the sections: the record's head. */
  children: ReactNode;
}

/** Shows a record's head and its sections, with a list of the sections at the left. */
export function RecordPage<R extends object & { name: string }>({
  record,
  changed,
  sections,
  problem,
  children,
}: Props<R>) {
  const { setTitle } = useScreen();
  // Dictionary labels may load after the record.
  useDictionaryLists();
  const { name } = record;
  useEffect(() => setTitle(name), [name, setTitle]);
  const shown = Map.groupBy(
    sections.filter(({ permission }) => !permission || can(permission)),
    ({ key }) => key,
  );
  const entries = [...shown.values()].flatMap(([first]) => first ?? []);
  return (
    <div className="record-page flex flex-col min-h-0 bg-container h-full">
      {children}
      {problem && <StaleStrip what="资料" problem={problem} onRetry={changed} />}
      <div className="record-body">
        <RecordNav record={record} sections={entries} />
        <div className="record-sections overflow-y-auto" data-scroll="record">
          {entries.map(({ key, title }) => (
            <section key={key} className="border-b border-line" data-section={key} aria-labelledby={`record-${key}`}>
              <h2 id={`record-${key}`} className="text-base leading-6" tabIndex={-1}>
                {title}
              </h2>
              <Bodies title={title} sections={shown.get(key) ?? []} {...{ record, changed }} />
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

interface BodiesProps<R extends object> extends SectionProps<R> {
  title: string;
  sections: readonly ShownSection<R>[];
}

/** Shows the content below one heading; each part fails alone. */
function Bodies<R extends object>({ title, sections, ...props }: BodiesProps<R>) {
  const bodies = sections.map((section) => (
    <SlotBoundary
      key={'file' in section ? section.file : section.key}
      missing={`「${title}」没有显示出来，其他部分不受影响。`}
    >
      <Body section={section} {...props} />
    </SlotBoundary>
  ));
  return bodies.length > 1 ? <div className="flex flex-col gap-4">{bodies}</div> : bodies;
}

function Body<R extends object>({ section, ...props }: SectionProps<R> & { section: ShownSection<R> }) {
  const loaded = useChunk('file' in section ? (section as unknown as Chunk) : undefined);
  const Component = ('Body' in section ? section.Body : loaded) as ComponentType<SectionProps<R>> | undefined;
  return Component && <Component {...(props as SectionProps<R>)} />;
}
