import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { BASE_PATH, OWN_ROUTE, PLATFORM } from "../seed/Seed.ts"
import { type Answer, type Call, type Floor, refused } from "./Operation.ts"
import { challenge } from "./operations/challenge.ts"
import { addExternalAccount } from "./operations/externalAccounts.ts"
import { listCredentials, listSessions } from "./operations/lists.ts"
import { ownRoute } from "./operations/ownRoute.ts"
import { refresh } from "./operations/refresh.ts"
import { verify } from "./operations/verify.ts"

/** Serves one call on Node's own pair: reads it, checks the token, runs the operation, writes the answer. */
export const serving = (floor: Floor) => async (request: IncomingMessage, response: ServerResponse) => {
  const { body, status } = await answer(floor, request)
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  response.end(body)
}

const answer = async (floor: Floor, request: IncomingMessage): Promise<Answer> => {
  const { headers, url = "/" } = request
  const text = request.method === "GET" ? "" : await textOf(request)
  const [whole = "", query = ""] = url.split("?")
  if (whole === OWN_ROUTE) return ownRoute(floor, { path: whole, query, headers, text })
  if (!isKnown(headers.authorization)) return refused(401, "token")
  const path = whole.slice(BASE_PATH.length)
  return route(floor, { path, query, headers, text })
}

const route = (floor: Floor, call: Call): Promise<Answer> => {
  const [, first, second, id = "", action] = call.path.split("/")
  switch (`${first}/${second}/${action ?? ""}`) {
    case "auth/sessions/":
      return listSessions(floor, call)
    case "auth/sessions/refresh":
      return refresh(floor, call, id)
    case "auth/credentials/":
      return listCredentials(floor, call)
    case "auth/credentials/challenge":
      return challenge(floor, call, id)
    case "auth/credentials/verify":
      return verify(floor, call, id)
    case "customers/external-accounts/":
      return addExternalAccount(floor, call)
    default:
      return Promise.resolve(refused(404, "path"))
  }
}

const isKnown = (authorization = ""): boolean => {
  const text = Buffer.from(authorization.slice("Basic ".length), "base64").toString()
  const colon = text.indexOf(":")
  const digest = createHash("sha256")
    .update(text.slice(colon + 1))
    .digest()
  return text.slice(0, colon) === PLATFORM.tokenId && timingSafeEqual(digest, SECRET)
}

const SECRET = createHash("sha256").update(PLATFORM.secret).digest()

const textOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => resolve(Buffer.concat(chunks).toString()))
    request.on("error", reject)
  })
