/** What a gateway says of a child, as far as its model follows from it. */
interface Described {
  model: string | null;
  exposes: unknown;
}

/** Returns the code of the model that fits a child; null where nothing says so. */
export function proposedModel(protocol: string, _child: Described): string | null {
  return protocol === 'scaip' || protocol === 'thingsboard' ? protocol : null;
}
