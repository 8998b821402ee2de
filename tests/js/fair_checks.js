// What the hashes and signatures of a fair table must give, for Node and for a browser alike.

/**
 * What does not hold, in words.
 * @param {(name: string) => Promise<any>} load a module of static/fair @param {any} vectors
 */
export async function failures(load, vectors) {
  const { hex, unhex, utf8 } = await load("bytes.js");
  const { sha256 } = await load("sha256.js");
  const { sha512 } = await load("sha512.js");
  const { publicKey, sign, verified } = await load("ed25519.js");
  const bytes = (text) => unhex(text, "a vector");
  const failed = [];
  const expect = (holds, words) => holds || failed.push(words);

  for (const each of vectors.hashes) {
    const message = each.text === undefined ? bytes(each.hex) : utf8(each.text.repeat(each.times ?? 1));
    expect(hex(sha256(message)) === each.sha256, `SHA-256 of ${each.about}`);
    expect(hex(sha512(message)) === each.sha512, `SHA-512 of ${each.about}`);
    const cut = message.length >> 1;
    expect(hex(sha256(message.subarray(0, cut), message.subarray(cut))) === each.sha256, `SHA-256 of ${each.about} in two parts`);
  }
  for (const { name, seed, key, message, signature } of vectors.signatures) {
    expect(hex(publicKey(bytes(seed))) === key, `the key of ${name}`);
    expect(hex(sign(bytes(seed), bytes(message))) === signature, `the signature of ${name}`);
    expect(verified(bytes(key), bytes(message), bytes(signature)), `${name} holds`);
    for (let bit = 0; bit < 512; bit += 37) {
      const changed = bytes(signature);
      changed[bit >> 3] ^= 1 << (bit & 7);
      expect(!verified(bytes(key), bytes(message), changed), `${name} with bit ${bit} changed`);
    }
    expect(!verified(bytes(key), bytes(`${message}00`), bytes(signature)), `${name} of a longer message`);
    expect(!verified(bytes(key), bytes(message), bytes(`${signature}00`)), `${name} with a byte more`);
  }
  for (const { about, key, message, signature, holds } of vectors.edges)
    expect(verified(bytes(key), bytes(message), bytes(signature)) === holds, `${about} (${signature})`);
  return failed;
}
