import { useEffect, useRef } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { scrollToCentre } from '#web/ui/scrollToCentre.ts';
import type { ShownSection } from './section.ts';

interface Props<R extends object> {
  record: R;
  sections: readonly ShownSection<R>[];
}

/** Lists the sections with their figures; a click scrolls to a section, and the address stores it. */
export function RecordNav<R extends object>({ record, sections }: Props<R>) {
  const { query, setQuery } = useScreen();
  const nav = useRef<HTMLElement>(null);
  const activeKey = query.get('section') ?? sections[0]?.key;
  const led = useRef<string>(undefined);
  useEffect(() => {
    if (!activeKey || led.current === activeKey || (led.current === undefined && activeKey === sections[0]?.key))
      return;
    led.current = activeKey;
    const section = nav.current?.parentElement?.querySelector(`[data-section="${CSS.escape(activeKey)}"]`);
    section?.scrollIntoView({ block: 'start' });
  }, [activeKey, sections]);
  const place = sections.findIndex(({ key }) => key === activeKey);
  useEffect(() => scrollToCentre(nav.current, nav.current?.children[place]), [place]);
  return (
    <nav ref={nav} className="record-nav" aria-label="档案的内容">
      {sections.map(({ key, title, figure }) => (
        <button
          key={key}
          type="button"
          className="flex items-center justify-between gap-2 text-[13px]"
          aria-current={key === activeKey ? 'true' : undefined}
          onClick={() => {
            led.current = undefined;
            setQuery({ section: key });
            nav.current?.parentElement?.querySelector(`[data-section="${key}"]`)?.scrollIntoView({ block: 'start' });
          }}
        >
          {title}
          <small className="font-normal text-xs text-text3">{figure?.(record)}</small>
        </button>
      ))}
    </nav>
  );
}
