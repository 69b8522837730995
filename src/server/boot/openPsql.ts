import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { config } from '#server/core/runtime.ts';
import { cliDatabase } from './cliDatabase.ts';
import { databaseVariables } from './databaseVariables.ts';

/** Runs `npm run db [-- arguments of psql]`: psql on the product's database, whether the product runs or not. */
async function run(): Promise<void> {
  const { url, end } = await cliDatabase(config());
  // Ctrl-C cancels a statement in psql; this process and its database continue.
  process.on('SIGINT', () => undefined);
  try {
    const psql = spawn('psql', process.argv.slice(2), {
      stdio: 'inherit',
      env: { ...process.env, ...databaseVariables(url) },
    });
    const [status] = await once(psql, 'exit');
    process.exitCode = status ?? 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    process.stderr.write('psql is not installed on this machine: it comes with the package postgresql-client\n');
    process.exitCode = 1;
  } finally {
    await end();
  }
}

await run();
