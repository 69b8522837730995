import { Badge } from '#web/ui/Badge.tsx';
import type { Draft } from '../draft/draft.ts';
import { type Section, sectionOf, sections } from '../words/placeText.ts';

interface Props {
  draft: Draft;
  problems: ReadonlyMap<string, string>;
  section: Section;
  /** There is a version before. */
  hasFormer: boolean;
  onSection: (section: Section) => void;
}

/** Tabs of the editor's sections, each with its length and what is wrong in it. */
export function SectionTabs({ draft, problems, section, hasFormer, onSection }: Props) {
  const lengths: Partial<Record<Section, number>> = {
    ...{
      items: draft.items.length,
      parts: draft.parts?.length,
      facts: draft.facts?.length,
      rules: draft.rules?.length,
    },
  };
  const wrong = Map.groupBy(problems.keys(), sectionOf);
  const keys = (Object.keys(sections) as Section[]).filter((key) => key !== 'compare' || hasFormer);
  return (
    <nav className="tab-row scale-tabs flex-none gap-5 border-b border-line px-4" aria-label="量表的各节">
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className="inline-flex items-center flex-none gap-1.5 text-sm"
          aria-current={key === section ? 'page' : undefined}
          onClick={() => onSection(key)}
        >
          {sections[key]}
          {lengths[key] !== undefined && <span className="text-[13px] text-text3">{lengths[key]}</span>}
          {wrong.has(key) && (
            <Badge tone="urgent" aria-label={`${wrong.get(key)?.length} 处要改`}>
              {wrong.get(key)?.length}
            </Badge>
          )}
        </button>
      ))}
    </nav>
  );
}
