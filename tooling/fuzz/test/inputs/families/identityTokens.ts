import { claims, segment, signature, token, tokenOf } from "@countersign/harness/issuer"
import { callers } from "@countersign/harness/world"
import { encodeBase64Url } from "@countersign/wire"
import * as fc from "fast-check"
import type { Input } from "../../edge/Input.ts"
import { posted } from "../../edge/posted.ts"
import { SECONDS, type Stage } from "../../edge/stage.ts"
import { bentBytes, cuts } from "../bentBytes.ts"
import { bentJson } from "../bentJson.ts"
import { wellFormed } from "../wellFormed.ts"

/** Identity tokens, mostly signed by a trusted issuer, with a mutated segment, header or claim. */
export const tokenInputs = ({ issuer, live }: Stage): fc.Arbitrary<Input> => {
  const header = { alg: issuer.alg, typ: "JWT", kid: issuer.kid }
  const right = { ...claims, iat: SECONDS, exp: SECONDS + 600, email: "ada@example.com", email_verified: true }
  const signed = (signedText: string) => signature(issuer.alg, signedText, issuer.privateKey)
  const tokens = fc.oneof(
    bentJson(right).map((text) => tokenOf(header, wellFormed(text), signed)),
    bentJson(header).map((text) => tokenOf(wellFormed(text), right, signed)),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => tokenOf(header, right, () => bytes)),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => {
      const text = `${segment(header)}.${encodeBase64Url(bytes)}`
      return `${text}.${encodeBase64Url(signed(text))}`
    }),
    cuts.map((changes) => wellFormed(String(bentBytes(Buffer.from(token(issuer, right)), changes)))),
    fc.constantFrom("", ".", "..", "...", "a.b.c", `${"e".repeat(20_000)}.e.e`, token(issuer, right, { alg: "none" }))
  )
  return tokens.map((oidcToken) => ({
    family: "identity token",
    request: () => posted(callers.live, "/auth/credentials", { type: "OAUTH", accountId: live.accountId, oidcToken })
  }))
}
