// npm run key:rotate: makes a new key and re-encrypts everything; npm run key:retire: removes former keys from the
// file.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/boot/rotateKey.ts', { args: process.argv.slice(2) });
