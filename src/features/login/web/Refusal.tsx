import { LevelSign } from '#web/ui/icons.tsx';

/** Message that the other system was refused; the page never redirects to its address. */
export function Refusal({ text, loggedIn }: { text: string; loggedIn: boolean }) {
  return (
    <div className="login-form max-w-full flex flex-col gap-5" role="alert">
      <h1 className="flex items-center gap-3 mb-1 text-2xl leading-8">
        <LevelSign level={2} size={24} />
        没有返回第三方系统
      </h1>
      <p className="text-text2">{text}</p>
      {loggedIn && <p className="text-text2">你已经登录安好，可以直接使用。</p>}
      {/* Not a router link: it must also drop the other system's query before the hash. */}
      <a className="button primary login-submit h-11 font-bold text-base" href={loggedIn ? './#/index' : './#/login'}>
        {loggedIn ? '进入安好' : '登录安好'}
      </a>
    </div>
  );
}
