// npm run verify-log: verifies the seals of the command log; the product may be running or stopped.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/boot/verifyLog.ts');
