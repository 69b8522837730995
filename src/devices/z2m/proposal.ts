import { isRecord } from '../text.ts';

/** Depth of nested exposes that is searched. */
const maxDepth = 4;

interface Exposed {
  names: Set<string>;
  actions: Set<string>;
}

/** Collects the properties that a child exposes, those of composite ones too. */
function collect(exposes: unknown, into: Exposed, depth = 0): Exposed {
  if (!Array.isArray(exposes) || depth > maxDepth) return into;
  for (const item of exposes.filter(isRecord)) {
    const name = String(item.property ?? item.name ?? '');
    into.names.add(name);
    if (name === 'action' && Array.isArray(item.values))
      for (const value of item.values) into.actions.add(String(value).toLowerCase());
    collect(item.features, into, depth + 1);
  }
  return into;
}

/** Models by the properties that decide, the first that fits. */
const models: readonly (readonly [model: string, names: readonly string[]])[] = [
  ['z2m_radar', ['fall_down_status', 'fall_status']],
  ['z2m_smoke', ['smoke']],
  ['z2m_gas', ['gas', 'carbon_monoxide']],
  ['z2m_leak', ['water_leak']],
  ['z2m_door', ['contact']],
  ['z2m_radar', ['presence', 'target_distance']],
  ['z2m_motion', ['occupancy']],
];

/** Returns the code of the model for a child that exposes these; a button only where an action calls for help. */
export function proposedModel(exposes: unknown): string {
  const { names, actions } = collect(exposes, { names: new Set(), actions: new Set() });
  if (['emergency', 'panic', 'sos'].some((action) => actions.has(action))) return 'z2m';
  return models.find(([, properties]) => properties.some((name) => names.has(name)))?.[0] ?? 'z2m_sensor';
}
