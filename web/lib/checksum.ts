// Tells the files of a build apart, where the platform's hashes may be missing: on pages without https.

/** FNV-1a of 32 bits. */
export const checksum = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5 | 0)
