import { maxCounted } from '#shared/envelope.ts';
import { count } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { isCapped } from '#web/table/query.ts';
import { logApi } from '../contract.ts';

/** Link to the unknown numbers, with their count. */
export function UnknownLink() {
  const { data } = useCall(logApi.getUnknownList, { limit: 1 });
  const unknownCount = data?.count ?? 0;
  return (
    <a className="button inline-flex items-center whitespace-nowrap" href="#/equipment/log/unknown">
      未知设备
      {unknownCount > 0 && <b>{isCapped(unknownCount, maxCounted) ? `${count(maxCounted)}+` : count(unknownCount)}</b>}
    </a>
  );
}
