import type { Profile } from '#devices/profile.ts';
import type { TransportContext } from './transport.ts';

/** A profile is asked for anew after this time, and waited for so long, ms. */
const ttlMs = 40_000;
const timeoutMs = 2000;

/** What the model of a connection's device says, as it was a minute ago at most. */
export class ProfileCache {
  /** The protocol's default until it is known. */
  profile: Profile = {};
  /** Frames wait until it is there, the first one, too. */
  asking = false;
  #at = 0;
  #context: Pick<TransportContext, 'profileOf' | 'now'>;
  #onThere: () => void;

  constructor(context: Pick<TransportContext, 'profileOf' | 'now'>, onThere: () => void) {
    this.#context = context;
    this.#onThere = onThere;
  }

  /**
   * Asks for it where the last one is too old, and answers whether it is to be waited for. One that cannot be had, or not
   * soon, leaves the last one in place.
   */
  renew(protocol: string, number: string): boolean {
    const { profileOf, now } = this.#context;
    if (!profileOf || now() - this.#at < ttlMs) return false;
    this.#at = now();
    this.asking = true;
    const timer = setTimeout(() => this.#there(timer), timeoutMs);
    profileOf(protocol, number).then(
      (profile) => {
        this.profile = profile;
        this.#there(timer);
      },
      () => this.#there(timer),
    );
    return true;
  }

  #there(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    if (!this.asking) return;
    this.asking = false;
    this.#onThere();
  }
}
