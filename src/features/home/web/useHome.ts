import type { OutputOf } from '#shared/endpoint.ts';
import { texts } from '#web/core/texts.ts';
import { type Loaded, useCall } from '#web/screen/useCall.ts';
import { homeApi } from '../contract.ts';

export type Home = OutputOf<typeof homeApi.getHome>;
type PartName = Exclude<keyof Home, 'age'>;
type Part<N extends PartName> = NonNullable<Home[N]>;

interface Merged {
  parts: Partial<Home>;
  /** Time of each part, epoch ms; a part that failed keeps the one of before. */
  at: Partial<Record<PartName, number>>;
  failed: PartName[];
  /** Whether the figures were computed before they were asked for. */
  shared: boolean;
}

const names = ['queue', 'mine', 'today', 'followUp', 'work', 'watch'] as const;

function merge(home: Home, former: Merged | undefined, took: number): Merged {
  const failed = names.filter((name) => home[name] === null);
  const fresh = names.filter((name) => home[name] !== null);
  const now = Date.now();
  return {
    parts: { ...former?.parts, ...Object.fromEntries(fresh.map((name) => [name, home[name]])) },
    at: { ...former?.at, ...Object.fromEntries(fresh.map((name) => [name, now])) },
    failed,
    shared: home.age > took,
  };
}

/** Loads the figures of the home page in one call; each part is a card that may fail alone. */
export function useHome(): <N extends PartName>(name: N) => Loaded<Part<N>> {
  const { data, problem, reload } = useCall(
    homeApi.getHome,
    {},
    { live: 'warns', merge, mayLag: ({ shared }) => shared },
  );
  return <N extends PartName>(name: N) => ({
    data: (data?.parts[name] ?? undefined) as Part<N> | undefined,
    at: data?.at[name] ?? 0,
    problem: problem ?? (data?.failed.includes(name) ? texts.failed : undefined),
    reload,
  });
}
