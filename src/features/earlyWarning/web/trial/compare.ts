import type { Tried } from '../../contract/tryRule.ts';

/** Warning of the draft, with the one of the rule in force that it stands for. */
export interface Compared extends Tried {
  former: Tried | undefined;
}

export interface Comparison {
  raised: readonly Compared[];
  /** Only the rule in force raises these. */
  dropped: readonly Tried[];
  /** Longest time by which the draft is later than the rule in force, ms. */
  latest: number;
}

const endOf = ({ until }: Tried) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until));

const overlap = (a: Tried, b: Tried) => Date.parse(a.at) <= endOf(b) && Date.parse(b.at) <= endOf(a);

/** Compares what a draft raises with what the rule in force raises: warnings that overlap are the same. */
export function compare(own: readonly Tried[], former: readonly Tried[]): Comparison {
  const raised = own.map((warning) => ({ ...warning, former: former.find((other) => overlap(warning, other)) }));
  const dropped = former.filter((other) => own.every((warning) => !overlap(warning, other)));
  const delays = raised.flatMap(({ at, former: other }) => (other ? [Date.parse(at) - Date.parse(other.at)] : []));
  return { raised, dropped, latest: Math.max(0, ...delays) };
}
