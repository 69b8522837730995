import { LevelSign } from '#web/ui/icons.tsx';

/** Message that the other system was refused; the page never redirects to its address. */
export function Refusal({ text, loggedIn }: { text: string; loggedIn: boolean }) {
  return (
    <div className="login-form max-full stack gap-20" role="alert">
      <h1 className="row gap-12 below-4 headline">
        <LevelSign level={2} size={24} />
        没有返回第三方系统
      </h1>
      <p className="soft">{text}</p>
      {loggedIn && <p className="soft">你已经登录安好，可以直接使用。</p>}
      {/* Not a router link: it must also drop the other system's query before the hash. */}
      <a className="button primary login-submit high-44 bold f16" href={loggedIn ? './#/index' : './#/login'}>
        {loggedIn ? '进入安好' : '登录安好'}
      </a>
    </div>
  );
}
