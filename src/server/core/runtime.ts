import { type Config, readConfig } from './config.ts';

let current: Config | undefined;

/** Settles the configuration of this process; done once at the start. */
export function settleConfig(config: Config): void {
  current = config;
}

/** The configuration of this process. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
