import type { ReactNode } from 'react';
import './printPage.css';

interface Props {
  /** Who printed and when. */
  foot: string;
  children: ReactNode;
}

/** Repeats a line at the foot of each printed page: browsers repeat the foot of a table. */
export function PaperPages({ foot, children }: Props) {
  return (
    <table className="paper-pages w-full">
      <tbody>
        <tr>
          <td>{children}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <td className="pt-2 text-xs">{foot}</td>
        </tr>
      </tfoot>
    </table>
  );
}
