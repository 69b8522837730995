import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readConfig } from '#server/core/config.ts';
import { openKey } from '#server/core/crypto.ts';
import { lockDataDir } from '#server/core/dataDirLock.ts';
import { settleConfig } from '#server/core/runtime.ts';
import { closeDatabase, openDatabase, pool } from '#server/db/db.ts';
import { migrate } from '#server/db/migrate.ts';
import { dropOldPartitions, makePartitions } from '#server/db/partitions.ts';
import { startEmbeddedPostgres } from '#server/embedded/postgres.ts';
import { runSeeds } from '#server/feature/seeds.ts';
import { removeAbandonedFolders, temporaryFolder } from './folder.ts';
import { asSuperuser } from './superuser.ts';
import { adminPassword, BARE_TEMPLATE, TEMPLATE } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string;
    templateProblem: string;
  }
}

/**
 * Server settings for speed: only durability after a power cut differs from production, because a test is simply run
 * again. No autovacuum for databases that live for seconds.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_connections: 300,
};

/**
 * Starts one PostgreSQL for the whole run and prepares the template database, which every test file copies. Tests use
 * the product's account, which here may also create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedFolders();
  const folder = await temporaryFolder();
  const lock = lockDataDir(folder.path);
  const server = await startEmbeddedPostgres(lock, SETTINGS);
  const teardown = async (): Promise<void> => {
    await server.stop();
    lock.release();
    await folder.remove();
  };
  await asSuperuser(server.url, lock.dataDir, 'alter role anhao_app createdb');
  // A failed migration is reported by the tests that need it; the others still run.
  const problem = await prepareTemplates(server.url, lock.dataDir).then(
    () => '',
    (error: unknown) => String(error),
  );
  project.provide('templateProblem', problem);
  project.provide('databaseServerUrl', server.url);
  return teardown;
}

async function prepareTemplates(serverUrl: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${BARE_TEMPLATE}`);
    await prepareBare(databaseUrlOf(serverUrl, BARE_TEMPLATE));
    await client.query(`create database ${TEMPLATE} template ${BARE_TEMPLATE} strategy file_copy`);
    await seed(databaseUrlOf(serverUrl, TEMPLATE), dataDir);
  } finally {
    await client.end();
  }
}

function databaseUrlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = database;
  return url.href;
}

async function prepareBare(url: string): Promise<void> {
  await migrate(url);
  // Partitions are created once here and copied, instead of in each test file.
  await openDatabase(url);
  // A month of telemetry instead of two years: each partition is three files to copy.
  // The triggers are off so that this setting of the template creates no change log entry.
  await pool().query(`
    begin;
    alter table partition_setting disable trigger user;
    update partition_setting set keep_days = case table_name when 'reading' then 30 else 60 end where table_name in ('reading', 'reading_hour');
    alter table partition_setting enable trigger user;
    commit`);
  await dropOldPartitions();
  await makePartitions();
  await closeDatabase();
}

/**
 * Adds the rows of the product's first start. The key differs from those of the test files: no seeded row contains a
 * secret.
 */
async function seed(url: string, dataDir: string): Promise<void> {
  openKey(dataDir);
  settleConfig(readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword }));
  await openDatabase(url);
  await runSeeds();
  await closeDatabase();
}
