import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { log } from '#server/core/log.ts';
import { db } from '#server/db/db.ts';
import { every } from '#server/jobs/schedule.ts';

const script = fileURLToPath(new URL('../../../script/simulate.ts', import.meta.url));
const mostOpen = 5;

interface Watch {
  number: string;
  lat: number;
  lng: number;
}

/**
 * Starts the demo simulator, a process of its own that speaks the watch protocol over TCP. It rings no more while five
 * demo alarms are open. The answer stops it.
 */
export async function startSimulator(
  host: string,
  ports: { name: string; port: number }[],
): Promise<() => Promise<void>> {
  const port = ports.find((one) => one.name.includes('TCP'))?.port;
  const found = await sql<Watch>`
    select i.number, coalesce(c.lat, 28.935) as lat, coalesce(c.lng, 118.885) as lng from equipment e
    join equipment_identifier i on i.equipment_id = e.id and i.protocol = 'watch' left join customer c on c.id = e.customer_id
    where e.demo and e.deleted_at is null order by e.id limit 40`.execute(db);
  if (!port || found.rows.length === 0) return async () => undefined;
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.on('error', (error) => log.warn({ err: error }, 'simulator not started'));
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify({ host, port, watches: found.rows })}\n`);
  let paused = false;
  const stop = every('simulator', 2, async () => {
    const open = await sql<{
      n: number;
    }>`select count(*)::int as n from warn where demo and status in ('pending', 'handling')`.execute(db);
    const full = (open.rows[0]?.n ?? 0) >= mostOpen;
    if (full !== paused) child.stdin.write(full ? 'pause\n' : 'resume\n');
    paused = full;
  });
  return async () => {
    await stop();
    child.stdin.end();
    child.kill();
  };
}
