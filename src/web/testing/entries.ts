// testing: helpers for tests of the web side.

/** A fake of a browser's storage: its entries are its own properties too. */
export class Entries {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, text: string) {
    this[key] = text;
  }
  removeItem(key: string) {
    delete this[key];
  }
}
