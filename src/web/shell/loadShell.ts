/** Fetches the shell's chunk; the login page does it while the password is typed. */
export function loadShell() {
  return import('./Shell.tsx');
}
