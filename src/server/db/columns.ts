import { sql } from 'drizzle-orm';
import { customType, integer, text } from 'drizzle-orm/pg-core';

/** bigint as decimal string, as on the wire. */
export const id = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint' });

/** timestamptz as ISO string with milliseconds and Z, as on the wire. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** date as YYYY-MM-DD. */
export const day = customType<{ data: string; driverData: string }>({ dataType: () => 'date' });

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** bigint[] as decimal strings. */
export const ids = customType<{ data: string[]; driverData: string[] }>({ dataType: () => 'bigint[]' });

/** Primary key from the one sequence of the slice. */
export const key = () => id('id').primaryKey().default(sql`nextval('id_seq')`);

/** What every row carries: version for optimistic locking, who and when, logical deletion. */
export const kept = {
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull().default(sql`now()`),
  createdBy: id('created_by'),
  updatedAt: instant('updated_at').notNull().default(sql`now()`),
  updatedBy: id('updated_by'),
  deletedAt: instant('deleted_at'),
};

/** What every owned row carries itself; copied to an alarm when it is raised. */
export const owned = {
  departmentId: id('department_id').notNull(),
  projectId: id('project_id').notNull(),
};

export const status = () => text('status').notNull().default('enabled');
