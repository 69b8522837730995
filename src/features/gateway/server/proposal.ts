import { modelNamedIn } from '#devices/lorawan/proposal.ts';
import { proposedModel as modelExposing } from '#devices/z2m/proposal.ts';

/** What a gateway says of a child, as far as its model follows from it. */
interface Described {
  model: string | null;
  exposes: unknown;
}

/** Returns the code of the model that fits a child; null where nothing says so. */
export function proposedModel(protocol: string, { model, exposes }: Described): string | null {
  if (protocol === 'z2m') return Array.isArray(exposes) ? modelExposing(exposes) : null;
  if (protocol === 'lorawan') return model === null ? null : modelNamedIn(model);
  return protocol === 'scaip' || protocol === 'thingsboard' ? protocol : null;
}
