import { bodyOf, catalogue, type EdgeTag } from "@countersign/http"
import { same } from "../stories/promise.ts"
import type { Answer } from "./line.ts"

/** An answer that is a refusal of the catalogue, and no page of the framework's own. */
export const refusedAs = (promise: string, tag: EdgeTag, { body, status }: Answer): void =>
  same(promise, [status, jsonOf(body)], [catalogue[tag].status, bodyOf({ _tag: tag })])

/** The JSON of a body, or its text where it is none. */
export const jsonOf = (body: Buffer): unknown => {
  const text = body.toString("utf8")
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
