import { parseStrictJson } from "@countersign/wire"
import express, { type RequestHandler, Router } from "express"
import { mayCall } from "./calls.ts"
import type { Platform } from "./platform.ts"
import { refuse } from "./refuse.ts"
import type { Visitors } from "./visitors.ts"

/** Hands the page's calls on to Countersign: those on the list, about the visitor's own things, with the token added. */
export const proxy = (platform: Platform, visitors: Visitors): Router => {
  const hand: RequestHandler = async (request, response) => {
    const visitor = await visitors.of(request)
    if (visitor === undefined) return refuse(response, 401, "UNAUTHORIZED", "Nobody is known here. Open the page anew.")
    const [path = "", query = ""] = request.url.split("?")
    const text = typeof request.body === "string" ? request.body : ""
    const body = text === "" ? undefined : jsonOf(text)
    const asked = { method: request.method, path: decoded(path), query: new URLSearchParams(query), body }
    if (!PLAIN.test(asked.path) || !(await mayCall(visitor, asked, platform))) {
      return refuse(response, 404, "NOT_FOUND", "The page has no such call, or this is none of yours.")
    }
    const answer = await platform.call(query === "" ? asked.path : `${asked.path}?${query}`, {
      method: request.method,
      headers: handed(request.headers),
      // To the byte: what was signed is what came.
      ...(text === "" ? {} : { body: text })
    })
    response
      .status(answer.status)
      .set(returned(answer.headers))
      .send(await answer.text())
  }
  return Router().use(onlyJson, express.text({ type: "application/json", limit: "64kb" }), hand)
}

// A form of another site can post text, but JSON only with leave, which nobody gives here.
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

const returned = (headers: Headers) =>
  Object.fromEntries(
    ["content-type", "retry-after"]
      .flatMap((name) => [[name, headers.get(name) ?? ""] as const])
      .filter(([, value]) => value !== "")
  )

const decoded = (path: string): string => path.replaceAll(/%3A/giu, ":")

/** Letters, digits and colons: nothing that two readers of a path may read in two ways. */
const PLAIN = /^(?:\/[A-Za-z0-9:-]+)+$/u

/** As strictly as the service reads it: of a key that stands there twice, two readers might each take another. */
const jsonOf = (text: string): unknown => {
  try {
    return parseStrictJson(text)
  } catch {
    return undefined
  }
}
