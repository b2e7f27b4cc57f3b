// Whether one head of a feed is the beginning of another (RFC 9162, 2.1.4). With its own SHA-256:
// browsers keep theirs from pages that come over plain http, as at a table they do.
"use strict";

const Proofs = (() => {
  const primes = [];
  for (let it = 2; primes.length < 64; it++) if (primes.every(p => it % p)) primes.push(it);
  const bits = root => (root % 1) * 2 ** 32 | 0;
  const START = primes.slice(0, 8).map(p => bits(Math.sqrt(p)));
  const K = primes.map(p => bits(Math.cbrt(p)));
  const turn = (x, n) => x >>> n | x << 32 - n;

  function padded(bytes) {
    const size = (bytes.length + 8 >> 6) + 1 << 6, data = new Uint8Array(size);
    data.set(bytes);
    data[bytes.length] = 0x80;
    new DataView(data.buffer).setUint32(size - 4, bytes.length * 8);
    return new DataView(data.buffer);
  }

  function block(state, words) {
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15], words[i - 2]];
      words[i] = words[i - 16] + words[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3)
        + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[i] + words[i] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    return [a, b, c, d, e, f, g, h].map((it, i) => it + state[i] | 0);
  }

  function sha256(bytes) {
    const data = padded(bytes);
    let state = START;
    for (let at = 0; at < data.byteLength; at += 64) {
      state = block(state, Array.from({ length: 16 }, (_, i) => data.getInt32(at + 4 * i)));
    }
    return state.map(it => (it >>> 0).toString(16).padStart(8, "0")).join("");
  }

  const node = (left, right) =>
    sha256(Uint8Array.from(`01${left}${right}`.match(/../g), it => parseInt(it, 16)));

  // The roots of the smaller and of the greater tree, up from their first common node.
  function climbed(fn, sn, path) {
    let [before, after] = [path[0], path[0]];
    for (const each of path.slice(1)) {
      if (!sn) return [];
      const right = fn & 1 || fn === sn;
      if (right) before = node(each, before);
      after = right ? node(each, after) : node(after, each);
      while (right && fn && !(fn & 1)) [fn, sn] = [fn >> 1, sn >> 1];
      [fn, sn] = [fn >> 1, sn >> 1];
    }
    return sn ? [] : [before, after];
  }

  function consistent(older, newer, first, second, path) {
    if (!(older > 0 && older <= newer)) return false;
    if (older === newer) return !path.length && first === second;
    let [fn, sn] = [older - 1, newer - 1];
    while (fn & 1) [fn, sn] = [fn >> 1, sn >> 1];
    const told = older & older - 1 ? path : [first, ...path];
    const [before, after] = told.length ? climbed(fn, sn, told) : [];
    return before === first && after === second;
  }

  return { consistent, sha256 };
})();
