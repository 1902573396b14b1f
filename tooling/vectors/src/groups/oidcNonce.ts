import { decodeHex, oidcNonce as derive, encodeBase64Url, encodeHex, sha256 } from "@countersign/wire"
import { checked, type Group, valid, wrong } from "../Group.ts"
import { client, recipient } from "../signing.ts"

export const oidcNonce: Group = {
  name: "oidcNonce",
  about:
    "The nonce an identity token must carry: lower-case hex of the SHA-256 of the clientPublicKey's text, exactly as it is sent.",
  operations: {
    oidcNonce: {
      says: "Returns the nonce for the exact text of clientPublicKey.",
      run: (input) => ({ nonce: derive(input.text("clientPublicKey")) })
    },
    checkOidcNonce: {
      says: "Succeeds when nonce, compared as text, is the nonce for the exact text of clientPublicKey.",
      run: (input) =>
        checked(derive(input.text("clientPublicKey")) === input.text("nonce"), "NONCE_MISMATCH", { matches: true })
    }
  },
  cases: () => ({
    oidcNonce: [
      valid("lower case", { clientPublicKey: full }, { nonce: NONCE }),
      valid("upper case, another nonce", { clientPublicKey: full.toUpperCase() })
    ],
    checkOidcNonce: [
      valid("as the client computed it", { clientPublicKey: full, nonce: NONCE }, { matches: true }),
      valid(
        "upper case, hashed as sent",
        { clientPublicKey: full.toUpperCase(), nonce: derive(full.toUpperCase()) },
        { matches: true }
      ),
      ...MISMATCHES.map(([name, nonce, why]) => wrong(name, { clientPublicKey: full, nonce }, "NONCE_MISMATCH", why)),
      wrong(
        "sent in upper case, hashed in lower",
        { clientPublicKey: full.toUpperCase(), nonce: NONCE },
        "NONCE_MISMATCH",
        "The text that is sent is hashed."
      )
    ]
  })
}

const full = recipient.uncompressed
const NONCE = "8e0d4b1cc35ed0da8f1ffbfc8da93e54b943feb04a766758709fccaf7e5010bc"
const ofBytes = sha256(decodeHex(full))

const MISMATCHES: ReadonlyArray<readonly [name: string, nonce: string, why: string]> = [
  ["the bytes of the key hashed", encodeHex(ofBytes), "The hex text is hashed, not the bytes that it encodes."],
  ["the compressed key hashed", derive(recipient.compressed), "The text that is sent is hashed."],
  ["the digest in upper case", NONCE.toUpperCase(), "Compared as text, in lower case."],
  ["the digest in base64url", encodeBase64Url(decodeHex(NONCE)), "It is hex."],
  ["the key itself", full, "The nonce is a digest of the key."],
  ["the digest of the digest", derive(NONCE), "Hashed once."],
  ["the nonce of another key", derive(client.uncompressed), "The nonce is for another key."],
  ["a line feed hashed too", derive(`${full}\n`), "No additional byte."],
  ["nothing", "", "No nonce."]
]
