// What a player of a hand between two must keep (docs/two_party.md): in the browser, before the first line is sent that
// needs it, and by one session only.

/** @typedef {{lease(): string, save(lease: string, place: string, what: string, value: string): void, load(place: string, what: string): string | null, firstSeen(mark: string, place: string): string}} Vault */

/** A vault in localStorage. @implements {Vault} */
export class BrowserVault {
  #storage;
  #name;

  /** @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage @param {string} owner whose it is: two players in one browser have two */
  constructor(storage, owner) {
    this.#storage = storage;
    this.#name = `oddchip.vault.${owner}`;
  }

  /** @param {string} what @param {string} value */
  #put(what, value) {
    this.#storage.setItem(`${this.#name}.${what}`, value);
    if (this.#get(what) !== value) throw new Error("This browser keeps nothing, so no hand can be played in it.");
  }

  /** @param {string} what */
  #get(what) {
    return this.#storage.getItem(`${this.#name}.${what}`);
  }

  /** From now on the caller alone may save. */
  lease() {
    const lease = String(Number(this.#get("lease") ?? 0) + 1);
    this.#put("lease", lease);
    return lease;
  }

  /** @param {string} lease @param {string} place @param {string} what @param {string} value */
  save(lease, place, what, value) {
    if (this.#get("lease") !== lease) throw new Error("The hand goes on in another window.");
    const before = this.load(place, what);
    if (before !== null && before !== value) throw new Error(`Another ${what} is kept already.`);
    this.#put(`${place}.${what}`, value);
  }

  /** @param {string} place @param {string} what */
  load(place, what) {
    return this.#get(`${place}.${what}`);
  }

  /** Lets go of a hand that is over and is never played again; the marks of its secrets stay. @param {string} place */
  forget(place) {
    const names = ["secret", "choice", ...Array.from({ length: 16 }, (_, n) => `message ${n}`)];
    for (const what of names) this.#storage.removeItem(`${this.#name}.${place}.${what}`);
  }

  /** The place where a secret's mark was seen first: this one, if never before. @param {string} mark @param {string} place */
  firstSeen(mark, place) {
    const first = this.#get(`mark.${mark}`);
    if (first === null) this.#put(`mark.${mark}`, place);
    return first ?? place;
  }
}
