import { defineExporter } from '#features/export/server/service.ts';
import { sleepApi } from '#features/sleep/contract.ts';
import { inBatches } from '#server/db/cursor.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { nightMarks, nightStates } from '#shared/health/night/marks.ts';
import { countNights, selectNights } from './list.ts';
import { type NightRow, nightRows } from './rows.ts';

const minutes = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 60));
const rounded = (value: number | null | undefined, places = 0) =>
  value == null ? null : Number(value.toFixed(places));
const time = (at: string | null, zone: string) => (at === null ? null : sheetTime(at, zone));

/** Exports nights as the list shows them, times in minutes. */
export default [
  defineExporter({
    endpoint: sleepApi.exportNight,
    name: '睡眠数据',
    widths: {
      customerName: 12,
      equipmentName: 28,
      bedFrom: 20,
      asleepFrom: 20,
      asleepTo: 20,
      bedTo: 20,
      marks: 24,
      remark: 40,
    },
    cells: {
      state: (row: NightRow) => nightStates[row.state],
      bedFrom: ({ bedFrom, zone }) => time(bedFrom, zone),
      asleepFrom: ({ asleepFrom, zone }) => time(asleepFrom, zone),
      asleepTo: ({ asleepTo, zone }) => time(asleepTo, zone),
      bedTo: ({ bedTo, zone }) => time(bedTo, zone),
      tib: ({ tib }) => minutes(tib),
      tst: ({ tst }) => minutes(tst),
      sol: ({ sol }) => minutes(sol),
      waso: ({ waso }) => minutes(waso),
      se: ({ se }) => rounded(se, 1),
      deep: ({ deep }) => minutes(deep),
      light: ({ light }) => minutes(light),
      rem: ({ rem }) => minutes(rem),
      awake: ({ awake }) => minutes(awake),
      hr: ({ hr }) => rounded(hr?.avg),
      rr: ({ rr }) => rounded(rr?.avg, 1),
      breathIndex: ({ breathIndex }) => rounded(breathIndex, 1),
      coverage: ({ coverage }) => rounded(coverage),
      marks: ({ marks }) => marks.map((mark) => nightMarks[mark]).join('、') || null,
    },
    open: (viewer, filters) => ({
      count: () => countNights(viewer, filters),
      async *batches() {
        for await (const batch of inBatches<{ id: string }>(await selectNights(viewer, filters)))
          yield nightRows(
            viewer,
            batch.map(({ id }) => id),
          );
      },
    }),
  }),
];
