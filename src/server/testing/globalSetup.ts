import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { lockDataDir } from '../dataDirLock.ts';
import { closeDatabase, openDatabase } from '../db.ts';
import { startEmbeddedPostgres } from '../embeddedPostgres.ts';
import { migrate } from '../migrate.ts';
import { makePartitions } from '../partitions.ts';
import { temporaryFolder } from './folder.ts';
import { TEMPLATE } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string;
    templateProblem: string;
  }
}

/** A test that loses its data in a power cut is run again; nothing else is given up against the real settings. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: 300 };

/** Starts one PostgreSQL for the whole run and migrates one database in it, which every test file gets a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  const lock = lockDataDir(folder.path);
  const server = await startEmbeddedPostgres(lock, SETTINGS);
  const teardown = async (): Promise<void> => {
    await server.stop();
    lock.release();
    await folder.remove();
  };
  // A migration that fails is told by the tests that need it, the others still run.
  const problem = await prepareTemplate(server.url).then(
    () => '',
    (error: unknown) => String(error),
  );
  project.provide('templateProblem', problem);
  project.provide('databaseServerUrl', server.url);
  return teardown;
}

async function prepareTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = TEMPLATE;
  await migrate(url.href);
  // The many partitions are made once here and copied, instead of by each test file.
  openDatabase(url.href);
  await makePartitions();
  await closeDatabase();
}
