/** The product's logo and name. */
export function Brand({ size = 24, name = true }: { size?: number; name?: boolean }) {
  return (
    <span className="mark">
      <span className="mark-sign" style={{ width: size, height: size, borderRadius: size / 4 }} aria-hidden="true">
        <svg
          width={size}
          height={size}
          viewBox="0 0 32 32"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M7.5 21.5c1.9-1.8 2.7-3.6 2.7-7.4a5.8 5.8 0 0 1 11.6 0c0 3.8.8 5.6 2.7 7.4zM13.7 24.8a2.4 2.4 0 0 0 4.6 0" />
        </svg>
      </span>
      {name && <span className="mark-name">安好</span>}
    </span>
  );
}
