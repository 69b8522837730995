interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  again: string;
}

/** Returns the problems before the server is called (domain.md 3.2: 8–128 characters, no composition rule). */
export function passwordProblems({
  oldPassword,
  newPassword,
  again,
}: PasswordChange): Partial<Record<keyof PasswordChange, string>> {
  const long = newPassword.length >= 8 && newPassword.length <= 128;
  return {
    ...(oldPassword === '' && { oldPassword: '请输入原密码' }),
    ...(!long && { newPassword: '密码须为8至128个字符' }),
    ...(long && newPassword === oldPassword && { newPassword: '新密码不能与原密码相同' }),
    ...(again === '' && { again: '请再输一次新密码' }),
    ...(again !== '' && again !== newPassword && { again: '两次输入不一致' }),
  };
}

/** Returns 弱, 中 or 强 by length and variety; undefined for an empty password. The server checks common passwords. */
export function strengthOf(password: string): '弱' | '中' | '强' | undefined {
  if (password === '') return undefined;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const varied = new Set(password).size;
  if (password.length < 8 || varied < 5) return '弱';
  if (password.length >= 14 || (password.length >= 10 && kinds >= 3)) return '强';
  return kinds >= 2 ? '中' : '弱';
}
