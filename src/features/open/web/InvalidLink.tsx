import { Link2Off } from 'lucide-react';
import { Link } from 'react-router';
import { deadLink } from '#shared/link.ts';
import { ExceptionCard } from '#web/exception/ExceptionPage.tsx';

/** One text for unknown, expired and altered links, so that it discloses nothing. */
export function InvalidLink() {
  return (
    <ExceptionCard sign={<Link2Off />} title={deadLink}>
      <p>请向发给你链接的人索取新的链接。</p>
      <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
        <Link className="button" to="/login">
          登录
        </Link>
      </div>
    </ExceptionCard>
  );
}
