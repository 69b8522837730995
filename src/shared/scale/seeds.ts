import type { ScaleDefinition } from './definition.ts';
import ad8 from './seeds/ad8.json' with { type: 'json' };
import barthel from './seeds/barthel.json' with { type: 'json' };
import braden from './seeds/braden.json' with { type: 'json' };
import gbt42195 from './seeds/gbt42195.json' with { type: 'json' };
import gds15 from './seeds/gds15.json' with { type: 'json' };
import katz from './seeds/katz.json' with { type: 'json' };
import lawton from './seeds/lawton.json' with { type: 'json' };
import minicog from './seeds/minicog.json' with { type: 'json' };
import mmse from './seeds/mmse.json' with { type: 'json' };
import mnasf from './seeds/mnasf.json' with { type: 'json' };
import moca from './seeds/moca.json' with { type: 'json' };
import mood2 from './seeds/mood2.json' with { type: 'json' };
import morse from './seeds/morse.json' with { type: 'json' };
import mzt039 from './seeds/mzt039.json' with { type: 'json' };
import recall3 from './seeds/recall3.json' with { type: 'json' };
import risk9 from './seeds/risk9.json' with { type: 'json' };
import selfcare from './seeds/selfcare.json' with { type: 'json' };

/** Scales that every installation has, those with item texts first; a change of one is a version more. */
export const seededScales = [
  gbt42195,
  mzt039,
  barthel,
  katz,
  lawton,
  gds15,
  selfcare,
  recall3,
  mood2,
  risk9,
  mmse,
  moca,
  minicog,
  ad8,
  morse,
  braden,
  mnasf,
] as unknown as readonly ScaleDefinition[];
