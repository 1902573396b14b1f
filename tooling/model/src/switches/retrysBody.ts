import { type Json, SignedRequest } from "@countersign/core/internal"
import { canonicalJson, sha256Hex } from "@countersign/wire"
import { kept } from "../store/Rows.ts"
import type { Switch } from "./Switch.ts"

export const retrysBody: Switch = {
  invariant: "I2",
  name: "retry's body",
  says: "the second leg takes its own body for what was agreed to",
  read: ({ delivery: { message }, found, ref }) =>
    ref.collection.name !== SignedRequest.signedRequests.name || message.retry === undefined
      ? found
      : found.map(({ collection, row }) =>
          kept(collection, { ...row, body: rewritten(row.body, message.operation.body) })
        )
}

const rewritten = (stored: Json, body: Json): Json => {
  const request = SignedRequest.signedRequests.decode(stored)
  return {
    ...request,
    call: { ...request.call, bodyDigest: sha256Hex(canonicalJson(body)) },
    intent: merged(request.intent, body)
  }
}

const merged = (intent: Json, body: Json): Json =>
  isObject(intent) && isObject(body) ? { ...intent, ...body } : intent

const isObject = (json: Json): json is { readonly [key: string]: Json } =>
  typeof json === "object" && json !== null && !Array.isArray(json)
