import {
  decodeBase64Url,
  passkeyChallenge as derive,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  sha256
} from "@countersign/wire"
import { checked, type Group, valid, wrong } from "../Group.ts"
import { payload } from "../signing.ts"

export const passkeyChallenge: Group = {
  name: "passkeyChallenge",
  about: "The WebAuthn challenge that binds a payload: base64url of the SHA-256 of its UTF-8 bytes, 43 characters.",
  operations: {
    passkeyChallenge: {
      says: "Returns the challenge of payload, and the two accepted values of clientDataJSON.challenge: the challenge itself, and base64url of its text.",
      run: (input) => ({ ...derive(input.text("payload")) })
    },
    checkPasskeyChallenge: {
      says: "Succeeds when received, from clientDataJSON.challenge, is one of the two.",
      run: (input) => {
        const { accepted } = derive(input.text("payload"))
        return checked(accepted.includes(input.text("received")), "CHALLENGE_MISMATCH", { matches: true })
      }
    }
  },
  cases: () => ({
    passkeyChallenge: [
      valid("a session refresh", { payload }, { challenge: CHALLENGE, accepted: [CHALLENGE, AS_TEXT] }),
      valid("a payload outside ASCII", { payload: '{"note":"schön ✓ 😀"}' })
    ],
    checkPasskeyChallenge: [
      valid("the client decoded it to 32 bytes", { payload, received: CHALLENGE }, { matches: true }),
      valid("the client took the text as bytes", { payload, received: AS_TEXT }, { matches: true }),
      ...MISMATCHES.map(([name, received, why]) => wrong(name, { payload, received }, "CHALLENGE_MISMATCH", why)),
      wrong(
        "the challenge of another payload",
        { payload: payload.replace("org_test", "org_text"), received: CHALLENGE },
        "CHALLENGE_MISMATCH",
        "The challenge is for another payload."
      )
    ]
  })
}

const CHALLENGE = "KITvYkhFq1sXkNsZW7LNhvULDjZ6zC80xBKdzxqazTM"
const AS_TEXT = "S0lUdllraEZxMXNYa05zWlc3TE5odlVMRGpaNnpDODB4QktkenhxYXpUTQ"
const digest = sha256(encodeUtf8(payload))

const MISMATCHES: ReadonlyArray<readonly [name: string, received: string, why: string]> = [
  ["padded", `${CHALLENGE}=`, "Compared as text: WebAuthn writes it unpadded."],
  ["standard base64", encodeBase64(decodeBase64Url(AS_TEXT)), "WebAuthn writes base64url."],
  ["spare bits set", CHALLENGE.replace(/M$/u, "N"), "Compared as text: lenient decoders would read the same bytes."],
  ["the digest in hex", encodeHex(digest), "Base64url of the digest."],
  [
    "base64url of the digest's hex",
    encodeBase64Url(encodeUtf8(encodeHex(digest))),
    "Some other systems accept it; this one does not."
  ],
  ["base64url of the payload", encodeBase64Url(encodeUtf8(payload)), "The challenge is a digest of it."],
  ["the digest of the digest", encodeBase64Url(sha256(digest)), "Hashed once."],
  ["base64url three times", encodeBase64Url(encodeUtf8(AS_TEXT)), "At most two encodings."],
  [
    "the payload written anew",
    encodeBase64Url(sha256(encodeUtf8(JSON.stringify(JSON.parse(payload), null, 1)))),
    "The text exactly as received."
  ],
  ["nothing", "", "No challenge."]
]
