export { enterVouched } from './login.ts';
