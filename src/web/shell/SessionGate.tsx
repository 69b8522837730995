import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { isExpired, session, useSession } from '#web/api/session.ts';
import { isProfileLoaded, logout, resume } from '#web/api/sessionFlow.ts';
import { startProgress } from '#web/core/progress.ts';
import { Button } from '#web/ui/Button.tsx';
import { ExceptionCard } from '../exception/ExceptionPage.tsx';

/**
 * Shows the shell once the session is known to be valid: checks an expired time first, and loads menu and user at each
 * start. Cached data is shown meanwhile.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { user, token } = useSession();
  const [asking, setAsking] = useState(() => isExpired(session().expTime, Date.now()));
  const [problem, setProblem] = useState<string>();

  const start = useCallback(async (withToken: string | undefined) => {
    if (isProfileLoaded(withToken)) return;
    const end = startProgress();
    try {
      await resume();
      setAsking(false);
      setProblem(undefined);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      end();
    }
  }, []);
  useEffect(() => void start(token), [start, token]);

  if (user && !asking) return children;
  if (!problem) return null;
  return (
    <ExceptionCard sign={null} title="没有取到你的菜单和权限">
      <p>{problem}</p>
      <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
        <Button kind="primary" onClick={() => void start(token)}>
          重试
        </Button>
        <Button onClick={() => void logout()}>退出</Button>
      </div>
    </ExceptionCard>
  );
}
