import { parseStrictJson } from "@countersign/wire"
import express, { type Request, type RequestHandler, Router } from "express"
import type { Platform } from "./platform.ts"
import { refuse } from "./site.ts"

/** A call of the page: its path, query and body, as far as they identify a resource. */
export interface ForwardedCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  /** The body as it was sent. */
  readonly text: string
}

/** The body to forward, or why the call is not forwarded. */
export type Admission =
  | { readonly body: string }
  | { readonly status: 401 | 404; readonly code: string; readonly message: string }

/** Forwards the admitted calls of a page to Countersign and adds the API token. */
export const forwarding = (
  platform: Pick<Platform, "call">,
  admit: (request: Request, call: ForwardedCall) => Promise<Admission> | Admission
): Router => {
  const hand: RequestHandler = async (request, response) => {
    const [path = "", query = ""] = request.url.split("?")
    const text = typeof request.body === "string" ? request.body : ""
    const body = text === "" ? undefined : jsonOf(text)
    const call = { method: request.method, path: decoded(path), query: new URLSearchParams(query), body, text }
    const admission = PLAIN.test(call.path) ? await admit(request, call) : UNLISTED
    if ("code" in admission) return refuse(response, admission.status, admission.code, admission.message)
    const answer = await platform.call(query === "" ? call.path : `${call.path}?${query}`, {
      method: request.method,
      headers: { ...handed(request.headers), ...deviceOf(request) },
      ...(admission.body === "" ? {} : { body: admission.body })
    })
    response
      .status(answer.status)
      .set(returned(answer.headers))
      .send(await answer.text())
  }
  return Router().use(onlyJson, express.text({ type: "application/json", limit: "64kb" }), hand)
}

/** The refusal of a call that the page's list does not have. */
export const UNLISTED: Admission = {
  status: 404,
  code: "NOT_FOUND",
  message: "This page cannot make this call, or the resource belongs to another customer."
}

/** The id in a path that matches the pattern: empty if the pattern has no id, `undefined` if there is no match. */
export const matched = (pattern: string, path: string): string | undefined => {
  const [wanted, given] = [pattern.split("/"), path.split("/")]
  const fits = wanted.length === given.length && wanted.every((each, at) => each === ":id" || each === given[at])
  return fits ? (given[wanted.indexOf(":id")] ?? "") : undefined
}

/** The fields of a JSON object, or no fields for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

// A form of another site can send text without a CORS preflight, but not JSON. This backend approves no preflight.
const onlyJson: RequestHandler = (request, response, next) => {
  const isEmpty = request.headers["content-length"] === undefined || request.headers["content-length"] === "0"
  if (isEmpty || request.is("application/json") === "application/json") return next()
  refuse(response, 415, "UNSUPPORTED_MEDIA_TYPE", "The body must be JSON.")
}

const handed = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.fromEntries(
    ["content-type", "service-wallet-signature", "request-id", "idempotency-key", "sandbox-fault"].flatMap((name) => {
      const value = headers[name]
      return typeof value === "string" ? [[name, value] as const] : []
    })
  )

/** The device of the end user. The page cannot set these headers, because only those of `handed` are forwarded. */
const deviceOf = (request: Request) => ({
  "service-client-user-agent": request.get("user-agent")?.slice(0, 1024) || "unknown",
  // Behind a proxy, set Express's `trust proxy` as the proxy requires.
  "service-client-address": request.ip ?? "unknown"
})

const returned = (headers: Headers) =>
  Object.fromEntries(
    ["content-type", "retry-after"]
      .flatMap((name) => [[name, headers.get(name) ?? ""] as const])
      .filter(([, value]) => value !== "")
  )

const decoded = (path: string): string => path.replaceAll(/%3A/giu, ":")

/** Letters, digits, hyphens and colons only, so every parser reads the path in the same way. */
const PLAIN = /^(?:\/[A-Za-z0-9:-]+)+$/u

/** Parses JSON as strictly as the API. Two parsers could read different values from a duplicate key. */
const jsonOf = (text: string): unknown => {
  try {
    return parseStrictJson(text)
  } catch {
    return undefined
  }
}
