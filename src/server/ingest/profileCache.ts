import type { Profile } from '#devices/profile.ts';
import type { TransportContext } from './transport.ts';

/** Age after which a profile is fetched again, and the maximum wait for it, ms. */
const ttlMs = 40_000;
const timeoutMs = 2000;

/** Profile of a connection's device by its model, at most a minute old. */
export class ProfileCache {
  /** Empty until the profile is loaded: the protocol's default. */
  profile: Profile = {};
  /** True while it is loaded: frames wait, including the first one. */
  asking = false;
  #at = 0;
  #context: Pick<TransportContext, 'profileOf' | 'now'>;
  #onThere: () => void;

  constructor(context: Pick<TransportContext, 'profileOf' | 'now'>, onThere: () => void) {
    this.#context = context;
    this.#onThere = onThere;
  }

  /**
   * Loads the profile if it is too old; returns whether to wait for it. After an error or timeout the previous profile
   * stays.
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
