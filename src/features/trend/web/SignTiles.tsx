import { useScreen } from '#web/screen/screen.ts';
import { useChosenSign } from './ReadingTrend.tsx';
import { spanOf } from './ranges.ts';
import { SignTile } from './SignTile.tsx';
import { type Latest, newestOf, tileSigns } from './signs.ts';

interface Props {
  customerId: string;
  latest: readonly Latest[];
  zone: string;
  /** Time at which the page was read, ms. */
  at: number;
  /** Shows the trend, where another part of the page is shown. */
  onSelect: () => void;
}

/** The four signs of the first look. */
export function SignTiles({ customerId, latest, zone, at, onSelect }: Props) {
  const { setQuery } = useScreen();
  const chosen = useChosenSign(latest);
  const span = spanOf('30', at, zone);
  return (
    <ul className="sign-tiles grid p-0" aria-label="最新体征">
      {tileSigns(latest).map((sign) => (
        <SignTile
          key={sign.key}
          {...{ customerId, sign, span, zone }}
          newest={newestOf(sign, latest)}
          selected={sign.key === chosen?.key}
          onSelect={() => {
            setQuery({ kind: sign.key });
            onSelect();
          }}
        />
      ))}
    </ul>
  );
}
