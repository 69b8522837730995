// npm run demo:remove: deletes the demo customers, devices and warns from the database; stop the server first.
import { install, runProgram } from './checkout.mjs';

install();
runProgram('src/server/boot/removeDemo.ts');
