import { useMemo, useState } from 'react';
import { useCustomerChoice } from '#features/customerEntry/web/service.ts';
import { readingApi } from '#features/reading/contract.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { can, useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { flatten } from '#web/tree/treeNodes.ts';
import { roundRows } from './roundRows.ts';

/** Distance of two times that belong to one round, ms. */
export const roundMs = 2 * 3_600_000;

const minuteMs = 60_000;
const thisMinute = () => new Date(Math.floor(now() / minuteMs) * minuteMs).toISOString();

/** Returns the time in the address unless it is of a former round. */
function timeIn(query: URLSearchParams): string | undefined {
  const at = Date.parse(query.get('at') ?? '');
  return Math.abs(now() - at) <= roundMs ? new Date(at).toISOString() : undefined;
}

/** Returns the time of the round and its setter; a reload within the round keeps it. */
export function useRoundTime() {
  const { query, setQuery } = useScreen();
  const [at, setAt] = useState(() => timeIn(query) ?? thisMinute());
  return {
    at,
    change: (next: string = thisMinute()) => {
      setAt(next);
      setQuery({ at: next });
    },
    keep: () => query.get('at') !== at && setQuery({ at }),
  };
}

const split = (text: string | null): string[] => (text === null || text === '' ? [] : text.split(','));

/** Who the round is about: a department with floors, or customers of a list. Kept in the address. */
export function useRoundOf() {
  const { query, setQuery } = useScreen();
  const { departments } = useCustomerChoice();
  const home = useSession().user?.departmentId;
  const customerIds = split(query.get('ids')).slice(0, 200);
  const all = useMemo(() => flatten(departments), [departments]);
  const requested = query.get('departmentId');
  const department = all.find(({ id }) => id === requested) ?? all.find(({ id }) => id === home) ?? all[0];
  const floors = query.has('floor') ? (query.get('floor') ?? '').split(',') : [];
  return {
    departments,
    department,
    customerIds,
    floors,
    setDepartment: (departmentId: string) => setQuery({ departmentId, floor: null, ids: null }),
    // No floor's name has a comma within; a lone empty one would be no filter in the address.
    setFloors: (names: readonly string[]) => setQuery({ floor: names.length === 0 ? null : names.join(',') || ',' }),
  };
}

type Of = ReturnType<typeof useRoundOf>;

/** Loads the rows, floors and limits of a round; `rows` is undefined until they are there. */
export function useRound({ department, customerIds, floors }: Of) {
  const byIds = customerIds.length > 0;
  const of = byIds ? { customerIds } : department ? { departmentId: department.id } : {};
  const enabled = byIds || department !== undefined;
  const filter = floors.length > 0 && !byIds ? { floor: floors } : {};
  const round = useCall(readingApi.getReadingRound, { ...of, ...filter }, { enabled, first: true, keep: true });
  const places = useCall(readingApi.getReadingRoundFloor, of, { enabled, keep: true });
  const bands = useCall(readingApi.getBandList, {}, { staleTime: minuteMs });
  const rows = useMemo(
    () => round.data && bands.data && roundRows(round.data, bands.data, todayIn(ownZone(), now())),
    [round.data, bands.data],
  );
  const reload = () => void Promise.all([round.reload(), places.reload(), bands.reload()]);
  const [problem] = [round.problem, bands.problem].filter(Boolean);
  return { rows, places: places.data ?? [], problem, reload };
}

const open: ('pending' | 'handling')[] = ['pending', 'handling'];

/** Returns which customers of the round have open warns, as far as the viewer may see them. */
export function useOpenWarns(rows: readonly { id: string }[] = []): ReadonlySet<string> {
  const customerIds = rows.map(({ id }) => id);
  const { data } = useCall(
    warnListApi.getWarnList,
    { customerIds, status: open, deviceWork: false, page: 1, limit: 200 },
    { enabled: can('warn:list') && customerIds.length > 0, live: 'warns', keep: true },
  );
  return useMemo(() => new Set(data?.rows.flatMap(({ customerId }) => customerId ?? [])), [data]);
}
