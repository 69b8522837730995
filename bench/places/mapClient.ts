/** Open maps in a separate process: each asks for its changes every 5 s, as the page does. */
import { setTimeout as rest } from 'node:timers/promises';
import { type Caller, logIn } from '../../test/support/api.ts';
import { serveCommands } from '../support/commands.ts';
import { password } from '../support/product.ts';

export type MapCommand = { kind: 'open'; address: string; count: number } | { kind: 'close' };

export interface MapResult {
  /** Answers with changes since the maps were opened, and rows in them. */
  answers: number;
  rows: number;
}

const pollMs = 5000;

type Columns = { cursor: string; customerId: string[] };

let maps: AbortController | undefined;
let polling: Promise<void>[] = [];
let result: MapResult = { answers: 0, rows: 0 };

async function columnsOf(caller: Caller, since?: string): Promise<Columns> {
  const { code, data } = await caller.call<Columns>('location/getPlaceMap', since === undefined ? {} : { since });
  if (code !== 0) throw new Error(`a map was answered with ${code}`);
  return data;
}

async function poll(caller: Caller, cursor: string, delayMs: number, { signal }: AbortController): Promise<void> {
  await rest(delayMs);
  for (let since = cursor; !signal.aborted; await rest(pollMs)) {
    const answer = await columnsOf(caller, since);
    since = answer.cursor;
    result.answers++;
    result.rows += answer.customerId.length;
  }
}

async function open(address: string, count: number): Promise<void> {
  const control = new AbortController();
  maps = control;
  result = { answers: 0, rows: 0 };
  for (let index = 0; index < count; index++) {
    const caller = await logIn(address, 'admin', password);
    const { cursor } = await columnsOf(caller);
    polling.push(poll(caller, cursor, (index / count) * pollMs, control));
  }
}

async function execute(command: MapCommand): Promise<MapResult> {
  if (command.kind === 'open') await open(command.address, command.count);
  else {
    maps?.abort();
    await Promise.all(polling);
    polling = [];
  }
  return result;
}

serveCommands(execute);
