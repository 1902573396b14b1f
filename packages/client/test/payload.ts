import { canonicalJson, sha256Hex } from "@countersign/wire"

/** The context that a real server writes into the payload of a call; `body` is the received text. */
export const contextOf = (
  call: { readonly method: string; readonly path: string; readonly body: string },
  requestId: string
) => ({
  operation: "Test",
  method: call.method,
  path: call.path,
  bodyDigest: sha256Hex(canonicalJson(call.body === "" ? null : JSON.parse(call.body))),
  requestId,
  expiresAt: "1760342700000",
  mode: "sandbox",
  platformId: "alpha"
})

/** A payload around a context. */
export const payloadOf = (context: object) =>
  JSON.stringify({ parameters: { context }, timestampMs: "1760342400000", type: "ACTIVITY_TYPE_TEST" })
