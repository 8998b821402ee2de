// The constants of SHA-256 and SHA-512 (FIPS 180-4, 4.2 and 5.3): the first bits behind the point of the square and
// cube roots of the first primes. Worked out, so that there is no table to trust.

/** @type {bigint[]} */
const PRIMES = [];
for (let n = 2n; PRIMES.length < 80; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** The whole part of the root of that degree, by bisection. @param {bigint} number @param {bigint} degree @param {bigint} above */
function root(number, degree, above) {
  let low = 0n;
  let high = above;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= number) low = middle;
    else high = middle;
  }
  return low;
}

/** 64 bits behind the point. @param {bigint} prime @param {bigint} degree */
const bits = (prime, degree) => BigInt.asUintN(64, root(prime << (64n * degree), degree, prime << 64n));

/** Of the first 8 primes. */
export const SQUARE_ROOTS = PRIMES.slice(0, 8).map((prime) => bits(prime, 2n));
/** Of the first 80 primes. */
export const CUBE_ROOTS = PRIMES.map((prime) => bits(prime, 3n));

/** The upper 32 bits of each. @param {bigint[]} roots */
export const upper = (roots) => Int32Array.from(roots, (root) => Number(root >> 32n));
/** The lower 32 bits of each. @param {bigint[]} roots */
export const lower = (roots) => Int32Array.from(roots, (root) => Number(root & 0xffffffffn));
