import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Process of its own that executes one command after the other. */
export interface Client<Command, Result> {
  execute(command: Command): Promise<Result>;
  end(): void;
}

/** Starts a client from its file: its cost is not the server's. */
export function openClient<Command extends object, Result>(path: string): Client<Command, Result> {
  const client = fork(path, { stdio: 'inherit' });
  return {
    execute: async (command) => {
      client.send(command);
      return ((await once(client, 'message')) as [Result])[0];
    },
    end: () => client.kill('SIGKILL'),
  };
}

/** Executes what the parent of this process commands, and ends with it. */
export function serveCommands<Command, Result>(execute: (command: Command) => Promise<Result>): void {
  process.on('message', (command: Command) => {
    execute(command).then(
      (done) => process.send?.(done),
      (error: unknown) => {
        throw error;
      },
    );
  });
  process.once('disconnect', () => process.exit());
}
