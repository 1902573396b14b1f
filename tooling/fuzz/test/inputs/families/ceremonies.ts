import { passkeyAddition, RP } from "@countersign/harness/fixtures"
import { makeAuthenticator, type Registration } from "@countersign/harness/passkeys/authenticator"
import { type Cbor, cbor, cborHead, concat } from "@countersign/harness/passkeys/cbor"
import { callers } from "@countersign/harness/world"
import { encodeBase64Url } from "@countersign/wire"
import * as fc from "fast-check"
import type { Input } from "../../edge/Input.ts"
import { posted } from "../../edge/posted.ts"
import type { Stage } from "../../edge/stage.ts"
import { bentBytes, cuts } from "../bentBytes.ts"
import { bentJson } from "../bentJson.ts"
import { wellFormed } from "../wellFormed.ts"

/** Passkey registrations in production with malformed CBOR, client data or other parts. */
export const ceremonyInputs = ({ live }: Stage): fc.Arbitrary<Input> => {
  const authenticator = makeAuthenticator(RP)
  const right = passkeyAddition(live.accountId, authenticator)
  const { attestation, challenge } = right
  const object = Buffer.from(attestation.attestationObject, "base64url")
  const client = { type: "webauthn.create", challenge, origin: RP.origin, crossOrigin: false }
  const register = (part: Partial<Registration>) => {
    const { challenge: _, ...made } = authenticator.register({ challenge, ...part })
    return made
  }
  const attestations = fc.oneof(
    cuts.map((changes) => ({ ...attestation, attestationObject: encodeBase64Url(bentBytes(object, changes)) })),
    oddCbor.map((bytes) => ({ ...attestation, attestationObject: encodeBase64Url(bytes) })),
    oddCbor.map((publicKey) => register({ publicKey })),
    oddValues.map((attStmt) => register({ attStmt })),
    oddValues.map((fmt) => register({ fmt })),
    oddValues.map((extensions) => register({ extensions })),
    fc.uint8Array({ maxLength: 64 }).map((trailing) => register({ trailing })),
    fc.uint8Array({ maxLength: 2_000 }).map((credentialId) => register({ credentialId })),
    bentJson(client).map((text) => register({ clientDataText: wellFormed(text) }))
  )
  return attestations.map((altered) => ({
    family: "ceremony",
    request: () => posted(callers.live, "/auth/credentials", { ...right, attestation: altered })
  }))
}

const leaves: fc.Arbitrary<Cbor> = fc.oneof(
  fc.integer({ min: -300, max: 70_000 }),
  fc.boolean(),
  fc.string({ maxLength: 8 }),
  fc.uint8Array({ maxLength: 40 })
)
const keys = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom("fmt", "attStmt", "authData", "alg", "sig", "x5c")
)

/** Valid CBOR values of unexpected types. */
const oddValues: fc.Arbitrary<Cbor> = fc.letrec<{ value: Cbor }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaves,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 4 }).map((members) => new Map(members))
  )
})).value

/** Malformed or unusual CBOR (RFC 8949): wrong lengths, no end, deep nesting, or longer encodings than needed. */
const oddCbor: fc.Arbitrary<Uint8Array> = fc.oneof(
  oddValues.map(cbor),
  fc.tuple(oddValues, cuts).map(([value, changes]) => bentBytes(cbor(value), changes)),
  fc
    .tuple(fc.integer({ min: 0, max: 7 }), fc.constantFrom(23, 24, 255, 65_536, 2 ** 32 - 1, 2 ** 53))
    .map(([major, argument]) => cborHead(major, argument)),
  fc
    .tuple(fc.constantFrom(0x5f, 0x7f, 0x9f, 0xbf), fc.uint8Array({ maxLength: 8 }))
    .map(([head, rest]) => concat(Uint8Array.of(head), rest)),
  fc
    .tuple(fc.constantFrom(0x81, 0xa1, 0xc0, 0x9f), fc.integer({ min: 1, max: 3_000 }))
    .map(([head, depth]) => new Uint8Array(depth).fill(head)),
  fc.uint8Array({ maxLength: 64 })
)
