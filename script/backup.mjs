// npm run backup -- <folder>: writes an encrypted copy of database, files and keys; the product may be running or
// stopped.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/backup/backupCli.ts', { args: process.argv.slice(2) });
