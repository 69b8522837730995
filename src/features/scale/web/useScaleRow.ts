import { useCall } from '#web/screen/useCall.ts';
import { scaleApi } from '../contract.ts';

/** Loads the list's row of a scale: its state and its versions. */
export function useScaleRow(code: string | undefined) {
  const { data, reload } = useCall(
    scaleApi.getScaleList,
    { keyword: code ?? '', limit: 200 },
    { enabled: code !== undefined },
  );
  return { row: data?.rows.find((row) => row.code === code), reload };
}
