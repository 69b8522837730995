import { defineExporter } from '#features/export/server/service.ts';
import { userApi } from '#features/user/contract.ts';
import { inBatches } from '#server/db/cursor.ts';
import { word } from '#server/feature/words.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { statuses } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { namesAnd } from '#shared/namesAnd.ts';
import { countUsers, maskedUser, selectUsers, userRows } from './list.ts';

type Row = OutputOf<typeof userApi.getUserList>;

/** Accounts as the list shows them, roles by name; phone and mailbox masked unless they are asked for in clear. */
export const userExporter = defineExporter({
  endpoint: userApi.exportUser,
  name: '用户',
  widths: { roles: 24, extraDepartments: 24, email: 24, lastLoginAt: 20, createdAt: 20, expiresAt: 20, remark: 30 },
  cells: {
    roles: (row: Row) => row.roles.map((role) => role.name).join('、') || null,
    extraDepartments: ({ extraDepartments, otherDepartments }) =>
      namesAnd(
        extraDepartments.map(({ name }) => name),
        otherDepartments,
      ) || null,
    gender: (row) => word('gender', row.gender),
    status: (row) => statuses[row.status],
    lastLoginAt: (row, zone) => sheetTime(row.lastLoginAt, zone),
    expiresAt: (row, zone) => sheetTime(row.expiresAt, zone),
    createdAt: (row, zone) => sheetTime(row.createdAt, zone),
  },
  open: (viewer, filters, clear) => ({
    count: () => countUsers(viewer, filters),
    async *batches() {
      for await (const batch of inBatches<{ id: string }>(selectUsers(viewer, filters))) {
        const rows = await userRows(
          viewer,
          batch.map((row) => row.id),
        );
        yield clear ? rows : rows.map(maskedUser);
      }
    },
  }),
});

export default [userExporter];
