import type { ScaleDefinition } from './definition.ts';
import barthel from './seeds/barthel.json' with { type: 'json' };
import gbt42195 from './seeds/gbt42195.json' with { type: 'json' };

/** Scales that every installation has; a change of one here is a version more. */
export const seededScales = [gbt42195, barthel] as unknown as readonly ScaleDefinition[];
