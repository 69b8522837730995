import { assessmentApi, assessmentStatuses } from '#features/assessment/contract.ts';
import { defineExporter } from '#features/export/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { inBatches } from '#server/db/cursor.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';
import { countAssessments, selectAssessments } from './list.ts';
import { versionedRows } from './rows.ts';
import type { AssessmentRow } from './types.ts';

type Exported = AssessmentRow & { partsText: string | null };

/** Returns the sums of the parts by their labels: 自理能力 30；基础运动能力 12. */
function partsText({ parts }: AssessmentRow, definition: ScaleDefinition): string | null {
  const labels = new Map(definition.parts?.map(({ code, label }) => [code, label]));
  const texts = Object.entries(parts ?? {}).map(([code, sum]) => `${labels.get(code) ?? code} ${sum}`);
  return texts.join('；') || null;
}

async function exportedRows(viewer: Viewer, ids: readonly string[]): Promise<Exported[]> {
  const rows = await versionedRows(viewer, ids);
  return rows.map(({ row, version }) => ({ ...row, partsText: partsText(row, version.definition) }));
}

/** Exports assessments as the list shows them, codes as their labels. */
export default [
  defineExporter({
    endpoint: assessmentApi.exportAssessment,
    name: '评估',
    widths: { no: 18, scaleName: 28, reason: 18, assessors: 18, parts: 48 },
    cells: {
      reason: ({ reason }: Exported) => labelOf('assess_reason', reason),
      assessors: ({ assessors }) => assessors.map(({ name }) => name).join('、'),
      parts: (row) => row.partsText,
      preliminary: (row) => row.preliminaryLabel,
      final: (row) => row.finalLabel ?? (row.manualGradeLabel && `${row.manualGradeLabel}（人工判定）`),
      status: ({ status }) => assessmentStatuses[status],
    },
    open: (viewer, filters) => ({
      count: () => countAssessments(viewer, filters),
      async *batches() {
        for await (const batch of inBatches<{ id: string }>(await selectAssessments(viewer, filters)))
          yield exportedRows(
            viewer,
            batch.map(({ id }) => id),
          );
      },
    }),
  }),
];
