// npm run populate: demo people in great number; `-- --people 200000 --readings 3000000 --equipment 100000`, the first being the preset.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/boot/populate.ts', { args: process.argv.slice(2) });
