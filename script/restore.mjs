// npm run restore -- <folder or file>: fills an empty DATA_DIR from a backup.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/backup/restoreCli.ts', { args: process.argv.slice(2) });
