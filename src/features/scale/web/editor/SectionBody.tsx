import type { Draft } from '../draft/draft.ts';
import { GradingSection } from '../grading/GradingSection.tsx';
import { ItemsSection } from '../items/ItemsSection.tsx';
import { RulesSection } from '../rules/RulesSection.tsx';
import type { Section } from '../words/placeText.ts';
import { BasicSection } from './BasicSection.tsx';
import { CompareSection } from './CompareSection.tsx';
import { FactsSection } from './FactsSection.tsx';
import { PartsSection } from './PartsSection.tsx';
import { TextSection } from './TextSection.tsx';

/** One section of the editor. */
export function SectionBody({ section, former }: { section: Section; former: Draft | undefined }) {
  switch (section) {
    case 'items':
      return <ItemsSection />;
    case 'parts':
      return <PartsSection />;
    case 'facts':
      return <FactsSection />;
    case 'grading':
      return <GradingSection />;
    case 'rules':
      return <RulesSection />;
    case 'compare':
      return former ? <CompareSection former={former} /> : null;
    case 'text':
      return <TextSection code={former?.code} />;
    default:
      return <BasicSection isNew={former === undefined} />;
  }
}
