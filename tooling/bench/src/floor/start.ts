import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import express from "express"
import { pairOf, privateKeyOf } from "../native/native.ts"
import type { Seed } from "../seed/Seed.ts"
import { authorization, BASE_PATH, OWN_ROUTE, PLATFORM, SERVICE_KEYS, SUBJECTS, startIssuer } from "../seed/Seed.ts"
import { letterBox, type Mount, type Running, running, type ServerSpec } from "../server/ServerSpec.ts"
import { type Answer, type Call, type Floor, refused } from "./Floor.ts"
import * as operations from "./operations.ts"
import { recordsOf, subjectOf } from "./records.ts"
import { floorStore } from "./statements.ts"

/** Serves one call on Node's request and response: reads it, checks the token, runs the operation, and responds. */
const serving = (floor: Floor) => async (request: IncomingMessage, response: ServerResponse) => {
  const { body, status } = await answer(floor, request, request.method === "GET" ? "" : await textOf(request))
  response.writeHead(status, { ...JSON_TYPE, "content-length": Buffer.byteLength(body) })
  response.end(body)
}

const JSON_TYPE = { "content-type": "application/json" }

const answer = async (
  floor: Floor,
  { headers, url = "/" }: Pick<IncomingMessage, "headers" | "url">,
  text: string
): Promise<Answer> => {
  const [whole = "", query = ""] = url.split("?")
  if (whole === OWN_ROUTE) return operations.ownRoute(floor, { path: whole, query, headers, text }, "")
  if (!isKnown(headers.authorization)) return refused(401, "token")
  return route(floor, { path: whole.slice(BASE_PATH.length), query, headers, text })
}

const route = (floor: Floor, call: Call): Promise<Answer> => {
  const [, first, second, id = "", action = ""] = call.path.split("/")
  const operation = ROUTES.get(`${first}/${second}/${action}`)
  return operation === undefined ? Promise.resolve(refused(404, "path")) : operation(floor, call, id)
}

const ROUTES = new Map([
  ["auth/sessions/", operations.listSessions],
  ["auth/sessions/refresh", operations.refresh],
  ["auth/credentials/", operations.listCredentials],
  ["auth/credentials/challenge", operations.challenge],
  ["auth/credentials/verify", operations.verifyCredential],
  ["customers/external-accounts/", operations.createExternalAccount]
])

const isKnown = (header = ""): boolean => {
  const [id = "", secret = ""] = Buffer.from(header.slice("Basic ".length), "base64").toString().split(":")
  return id === PLATFORM.tokenId && timingSafeEqual(createHash("sha256").update(secret).digest(), SECRET)
}

const SECRET = createHash("sha256").update(PLATFORM.secret).digest()

const textOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => resolve(Buffer.concat(chunks).toString()))
    request.on("error", reject)
  })

/** A bare HTTP server with one handler: no router, no body parser. */
const hostOf = (mount: Mount, serve: ReturnType<typeof serving>): RequestListener => {
  switch (mount) {
    case "node":
      return (request, response) => void serve(request, response).catch(() => response.writeHead(500).end())
    case "express":
      return express()
        .disable("x-powered-by")
        .use((request, response, next) => void serve(request, response).catch(next))
  }
}

/**
 * The same flows with the required minimum: a bare host, the required cryptography on node:crypto, the fewest
 * statements. No limits, schemas, events or traces. An upper bound for the throughput of a server of this kind.
 */
export const start = async (spec: ServerSpec): Promise<Running> => {
  const letters = await letterBox()
  const { close: closeIssuer, issuer, publicKey } = await startIssuer()
  const subjects = Array.from({ length: spec.subjects ?? SUBJECTS }, (_, number) => subjectOf(number))
  const { close, store, ...meters } = await floorStore(spec.database, recordsOf(subjects, issuer, Date.now()))
  const service = pairOf(Buffer.from(SERVICE_KEYS.service, "hex"))
  const keys = { service, serviceKey: privateKeyOf(service), vaultKey: Buffer.from(SERVICE_KEYS.vault, "hex") }
  const floor = { store, ...keys, issuer: { ...issuer, publicKey }, post: letters.post }
  const seed: Seed = { authorization, bundleSigner: service.uncompressed, letters: letters.port, issuer, subjects }
  return running(hostOf(spec.mount, serving(floor)), { ...meters, seed, closes: [close, closeIssuer, letters.close] })
}
