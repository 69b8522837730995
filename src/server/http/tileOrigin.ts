let origin: string | null = null;

/** Allows pages to load map tiles from this origin; null: from the server only. */
export function setTileOrigin(next: string | null): void {
  origin = next;
}

/** Returns the source for the Content-Security-Policy. */
export const tileSource = (): string => origin ?? "'self'";
