// npm run key:rotate: a new key for everything that is encrypted; npm run key:retire: takes the former keys out of the file.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/boot/rotateKey.ts', { args: process.argv.slice(2) });
