import { type Config, readConfig } from './config.ts';

let current: Config | undefined;

/** Sets the configuration of this process; called once at the start. */
export function settleConfig(config: Config): void {
  current = config;
}

/** Returns the configuration of this process. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
