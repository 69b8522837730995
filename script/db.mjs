// npm run db [-- arguments of psql]: runs psql on the product's database; npm run db:reset: deletes it with all of
// DATA_DIR.
import { install, runProgram } from './checkout.mjs';

install();
const [action, ...args] = process.argv.slice(2);
runProgram(`src/server/boot/${action === 'reset' ? 'resetDatabase' : 'openPsql'}.ts`, { args });
