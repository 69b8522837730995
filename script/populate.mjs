// npm run populate: adds mass demo data; `-- --people 200000 --readings 3000000 --equipment 100000`, the first is the
// default.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/boot/populate.ts', { args: process.argv.slice(2) });
