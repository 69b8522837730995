import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/db.ts';
import { department } from './schema.ts';

/** The name of a department, '' when there is none. */
export async function departmentName(tx: Db, id: string): Promise<string> {
  const [row] = await tx
    .select({ name: department.name })
    .from(department)
    .where(and(eq(department.id, id), isNull(department.deletedAt)));
  return row?.name ?? '';
}

export interface Station {
  id: string;
  name: string;
  phone: string | null;
  type: string;
  lat: number | null;
  lng: number | null;
}

/** Stations and communities that can send somebody, with their places. */
export async function stations(tx: Db): Promise<Station[]> {
  const rows = await tx
    .select()
    .from(department)
    .where(and(isNull(department.deletedAt), eq(department.status, 'enabled')));
  return rows
    .filter((row) => row.type === 'station' || row.type === 'community')
    .map(({ id, name, phone, type, lat, lng }) => ({ id, name, phone, type, lat, lng }));
}

/** Departments for a choice list. */
export async function allDepartments(tx: Db): Promise<{ id: string; name: string }[]> {
  const rows = await tx
    .select({ id: department.id, name: department.name })
    .from(department)
    .where(and(isNull(department.deletedAt), eq(department.status, 'enabled')))
    .orderBy(department.sort, department.id);
  return rows;
}
