import { useMemo } from 'react';
import { encode } from 'uqr';

/**
 * A QR code drawn locally, so that its secret is sent nowhere; dark on white in both themes, because scanners need it.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    // Quiet zone of four modules on each side (ISO/IEC 18004).
    const { data, size: side } = encode(text, { ecc: 'M', border: 4 });
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: dots.join(''), size: side };
  }, [text]);
  return (
    <svg
      className="block mb-1.5"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
