import * as nodeCrypto from "@countersign/node-crypto"

/** Returns the SHA-256 digest of the secret of an API token, as 64 hex characters, for `tokens[].secretSha256`. */
export const secretDigest: (secret: string) => string = nodeCrypto.secretDigest
