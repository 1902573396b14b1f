import * as nodeCrypto from "@countersign/node-crypto"

/**
 * Returns the SHA-256 digest of the secret of an API token, as 64 hex characters, for `tokens[].secretSha256`. Throws when
 * the secret is empty or undefined, as an environment variable is that is not set.
 */
export const secretDigest: (secret: string | undefined) => string = nodeCrypto.secretDigest
