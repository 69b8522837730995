import { archiveApi } from '#features/archive/contract.ts';
import { bloodLabel } from '#features/customer/contract.ts';
import { defineExporter } from '#features/export/server/service.ts';
import { inBatches } from '#server/db/cursor.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { genders } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { levelText } from '#shared/health/levelText.ts';
import { todayInChina } from '#shared/idCard.ts';
import { archiveRows, countArchives, selectArchives } from './list.ts';

type Row = OutputOf<typeof archiveApi.getArchiveList>;

const newest = ({ latest }: Row, kind: Row['latest'][number]['kind']) =>
  latest.find((one) => one.kind === kind)?.value ?? null;

/** Exports health archives as the list shows them; each value without its time. */
export const archiveExporter = defineExporter({
  endpoint: archiveApi.exportArchive,
  name: '健康档案',
  widths: { chronic: 24, allergies: 24, updatedAt: 20 },
  cells: {
    gender: (row: Row) => genders[row.gender as keyof typeof genders] ?? null,
    bloodType: bloodLabel,
    chronic: ({ chronic }) => chronic.map((code) => labelOf('chronic', code)).join('、'),
    allergies: ({ allergies }) => allergies.join('、'),
    pressure: (row) => {
      const both = [newest(row, 'systolic'), newest(row, 'diastolic')];
      return both.some((value) => value !== null) ? both.map((value) => value ?? '-').join('/') : null;
    },
    heartRate: (row) => newest(row, 'heart_rate'),
    spo2: (row) => newest(row, 'spo2'),
    glucose: (row) => newest(row, 'glucose'),
    abilityLevel: (row) => levelText(row, todayInChina(Date.now()), labelOf) || null,
    completeness: ({ completeness }) => `${completeness}%`,
    updatedAt: ({ updatedAt }, zone) => sheetTime(updatedAt, zone),
  },
  open: (viewer, filters) => ({
    count: () => countArchives(viewer, { ...filters, exact: true }),
    async *batches() {
      for await (const batch of inBatches<{ id: string }>(await selectArchives(viewer, filters)))
        yield archiveRows(
          viewer,
          batch.map(({ id }) => id),
        );
    },
  }),
});

export default [archiveExporter];
