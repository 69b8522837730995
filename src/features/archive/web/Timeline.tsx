import { useState } from 'react';
import { archiveApi, timelineKinds } from '#features/archive/contract.ts';
import { keysOf, type WarnLevel } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { fullTime } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { SectionProps } from '#web/record/section.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import type { ShownArchive } from './sections.tsx';

type Event = OutputOf<(typeof archiveApi)['getArchiveTimeline']>;
type Kind = Event['kind'];

const perPage = 30;

/** Formats an instant to the minute; days, months and years stay as they are known. */
const timeText = (at: string, zone: string) => (at.includes('T') ? fullTime(at, zone).slice(0, 16) : at);

function Row({ event: { at, kind, title, text, level, url }, zone }: { event: Event; zone: string }) {
  return (
    <li className="archive-event grid gap-x-3 py-2 border-b border-line text-[13px]">
      <time className="text-text2" dateTime={at}>
        {timeText(at, zone)}
      </time>
      <span>
        <Badge filled>{timelineKinds[kind]}</Badge>
      </span>
      <span className="min-w-0 wrap-anywhere">
        {level !== null && <LevelSign level={level as WarnLevel} size={14} decorative={false} />}{' '}
        {url ? <a href={`#${url}`}>{title}</a> : title !== timelineKinds[kind] && title}
        {text && <span className={title === timelineKinds[kind] ? undefined : 'text-text2'}> {text}</span>}
      </span>
    </li>
  );
}

interface PageProps {
  input: InputOf<(typeof archiveApi)['getArchiveTimeline']>;
  zone: string;
  /** Shows more; only below the last page. */
  onMore: (() => void) | undefined;
}

/** One page of events; below the last one a button for the next. */
function Page({ input, zone, onMore }: PageProps) {
  const read = useCall(archiveApi.getArchiveTimeline, input);
  return (
    <SectionRows {...read} what="时间线" nothing="没有这类记录">
      {(rows, count) => (
        <>
          <ul className="p-0">
            {rows.map((event, place) => (
              <Row key={`${event.at} ${event.kind} ${String(place)}`} event={event} zone={zone} />
            ))}
          </ul>
          {onMore && count > (input.page ?? 1) * perPage && (
            <Button className="mt-3" onClick={onMore}>
              更多
            </Button>
          )}
        </>
      )}
    </SectionRows>
  );
}

/** Everything that happened to the customer, newest first, by kind; the address keeps the kinds. */
export function Timeline({ record: { id, person } }: SectionProps<ShownArchive>) {
  const { query, setQuery } = useScreen();
  const [pages, setPages] = useState(1);
  const kinds = (query.get('events') ?? '')
    .split(',')
    .filter((kind): kind is Kind => Object.hasOwn(timelineKinds, kind));
  const toggle = (kind: Kind) => {
    const next = kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind];
    setPages(1);
    setQuery({ events: next.join(',') || null });
  };
  return (
    <section aria-label="时间线">
      <fieldset className="flex flex-wrap gap-1.5 mb-2" aria-label="类别">
        {keysOf(timelineKinds).map((kind) => (
          <button
            key={kind}
            type="button"
            className="archive-kind px-2.5 h-7 rounded-md border border-border text-[13px]"
            aria-pressed={kinds.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {timelineKinds[kind]}
          </button>
        ))}
      </fieldset>
      {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
        <Page
          key={`${page} ${kinds.join()}`}
          input={{ customerId: id, page, limit: perPage, ...(kinds.length > 0 && { kind: kinds }) }}
          zone={person.timeZone}
          onMore={page === pages ? () => setPages(pages + 1) : undefined}
        />
      ))}
    </section>
  );
}
