import { useQuery } from '@tanstack/react-query';
import { maxCounted } from '#shared/envelope.ts';
import { callListApi } from '#web/api/request.ts';
import { count } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { isCapped } from '#web/table/query.ts';
import { logApi } from '../contract.ts';

/** Link to the unknown numbers, with their count. */
export function UnknownLink() {
  const { active } = useScreen();
  const { data } = useQuery({
    queryKey: [logApi.getUnknownList.path, 'count'],
    queryFn: ({ signal }) => callListApi(logApi.getUnknownList, { limit: 1 }, { signal }),
    enabled: active,
  });
  const unknownCount = data?.count ?? 0;
  return (
    <a className="button inline-flex items-center whitespace-nowrap" href="#/equipment/log/unknown">
      未知设备
      {unknownCount > 0 && <b>{isCapped(unknownCount, maxCounted) ? `${count(maxCounted)}+` : count(unknownCount)}</b>}
    </a>
  );
}
