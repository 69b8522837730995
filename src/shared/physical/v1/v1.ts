import type { PhysicalCatalogue } from '../catalogue.ts';
import { bodyItems } from './body.ts';
import { generalItems } from './general.ts';
import { lifestyleItems } from './lifestyle.ts';
import { outcomeItems } from './outcome.ts';
import { groups, sections } from './sections.ts';
import { testItems } from './tests.ts';

/**
 * The elderly check-up of the national public-health service (third edition 2017), ranges of WS/T 404 and 405. It never
 * changes once examinations were stored with it: other items or ranges are a new version.
 */
export const version1: PhysicalCatalogue = {
  version: 1,
  sections,
  groups,
  items: [...generalItems, ...lifestyleItems, ...bodyItems, ...testItems, ...outcomeItems],
  aliases: {
    '2093-3': { code: '14647-2', unit: 'mg/dL' },
    '2571-8': { code: '14927-8', unit: 'mg/dL' },
    '2089-1': { code: '22748-8', unit: 'mg/dL' },
    '2085-9': { code: '14646-4', unit: 'mg/dL' },
  },
};
