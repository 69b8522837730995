import { proposedModel as zigbeeModel } from '#devices/z2m/proposal.ts';
import { builtInModels } from '#features/model/server/service.ts';

/** What a gateway says of a child, as far as its model follows from it. */
interface Described {
  model: string | null;
  exposes: unknown;
}

/** Care models with a codec, longest first: AM102L is no AM102. */
const codecs = builtInModels
  .flatMap(({ code, protocol, profile }) => (protocol === 'lorawan' && profile.codec ? [code] : []))
  .sort((a, b) => b.length - a.length);

/** Returns the model of LoRaWAN that the network's name of the device profile contains. */
function lorawanModel(profileName: string | null): string | null {
  const words = profileName?.toLowerCase().replace(/[\s_]+/g, '-') ?? '';
  return (
    codecs.find((code) => words.includes(code) || words.replaceAll('-', '').includes(code.replace('-', ''))) ?? null
  );
}

/** Returns the code of the model that fits a child; null where nothing says so. */
export function proposedModel(protocol: string, { model, exposes }: Described): string | null {
  switch (protocol) {
    case 'z2m':
      return Array.isArray(exposes) ? zigbeeModel(exposes) : null;
    case 'lorawan':
      return lorawanModel(model);
    case 'thingsboard':
    case 'scaip':
      return protocol;
    default:
      return null;
  }
}
