import { resourceExporter } from '#features/export/server/service.ts';
import { user, userApi } from '#features/user/contract.ts';
import { joinNames } from '#shared/joinNames.ts';
import { users } from './write.ts';

/** Exports accounts as the list shows them, roles and departments by name. */
export default [
  resourceExporter(user, userApi.exportUser, users.exportSource, {
    cells: {
      roles: ({ roles }) => roles.map(({ name }) => name).join('、') || null,
      extraDepartments: ({ extraDepartments, otherDepartments }) =>
        joinNames(
          extraDepartments.map(({ name }) => name),
          otherDepartments,
        ) || null,
    },
    widths: { roles: 24, extraDepartments: 24, remark: 30 },
  }),
];
