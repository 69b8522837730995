import { sql } from 'kysely';

/** System identifier and timeline: another value after a failover or restore, when snapshots of before mean nothing. */
export const epoch = sql<string>`(select system_identifier from pg_control_system())::text || '-' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;
