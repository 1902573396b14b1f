import { describe, expect, it } from "vitest"
import { emailOtpLogin, signerOf } from "../src/flows/emailOtp.ts"
import { ownRoute } from "../src/flows/externalAccount.ts"
import { type Challenge, seedOf } from "../src/flows/Flow.ts"
import { flows } from "../src/flows/index.ts"
import { oauthVerify, passkeyLogin } from "../src/flows/oauth.ts"
import type { Reply, Target } from "../src/load/Target.ts"
import { pairOf, stamped } from "../src/native/native.ts"
import { BASE_PATH } from "../src/seed/Seed.ts"
import { servers } from "./servers.ts"

const KINDS = ["floor", "ours"] as const
const serverOf = servers()

/** A target that records its replies. */
const received = (target: Target) => {
  const answers: Array<{ readonly status: number; readonly shape: unknown; readonly length: number }> = []
  const listening: Target = {
    ...target,
    call: async (...requested) => {
      const { body, ...reply } = await target.call(...requested)
      answers.push({ status: reply.status, shape: shapeOf(body), length: body.length })
      return { ...reply, status: reply.status, body }
    }
  }
  return { target: listening, answers }
}

/** The keys of a response in order, without its values. */
const shapeOf = (body: string): unknown => {
  const keys = (value: unknown): unknown => {
    // Records of the same millisecond are sorted by id, and ids differ between the servers.
    if (Array.isArray(value))
      return value.map(keys).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    if (typeof value !== "object" || value === null) return typeof value
    return Object.entries(value).map(([key, inner]) => [key, keys(inner)])
  }
  return body.startsWith("{") ? keys(JSON.parse(body)) : "text"
}

describe("the floor and the service", () => {
  it.each(flows.filter(({ kinds }) => kinds === undefined))(
    "both support $name, and their responses have the same keys",
    async ({ open, requests }) => {
      const [floor, ours] = [received(serverOf("floor")), received(serverOf("ours"))]
      for (const { target } of [floor, ours]) {
        const user = await open(target, 0, 1)
        await user.run()
        await user.run()
      }
      expect(floor.answers.map(({ shape, status }) => ({ shape, status }))).toEqual(
        ours.answers.map(({ shape, status }) => ({ shape, status }))
      )
      expect(floor.answers).toHaveLength(2 * requests)
      floor.answers.forEach(({ length }, at) => {
        expect(length / (ours.answers[at]?.length ?? 0)).toBeCloseTo(1, 0)
      })
    }
  )

  it.each(KINDS)("%s accepts a stamp once, only from the session's key and over the announced body", async (kind) => {
    const target = serverOf(kind)
    const { authorization, subjects } = seedOf(target)
    const [{ sessionId } = { sessionId: "" }] = subjects
    const path = `${BASE_PATH}/auth/sessions/${sessionId}/refresh`
    const ask = (body: string, headers = {}) =>
      target.call("POST", path, { body, headers: { authorization, ...headers } })
    const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
    const other = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
    const { payloadToSign, requestId }: Challenge = JSON.parse((await ask(body)).body)
    const headersOf = ({ compressed, key }: ReturnType<typeof signerOf>) => ({
      "request-id": requestId,
      "service-wallet-signature": stamped(payloadToSign, key, compressed)
    })
    const statuses = [
      await ask(body, headersOf(signerOf(1))),
      await ask(other, headersOf(signerOf(0))),
      await ask(body, { ...headersOf(signerOf(0)), authorization: "Basic YmVuY2g6b3RoZXI=" }),
      await ask(body, headersOf(signerOf(0))),
      await ask(body, headersOf(signerOf(0)))
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 200, 401])
  })

  it.each(KINDS)("%s accepts a code, an assertion, an identity token and a session proof only once", async (kind) => {
    for (const { name, open } of [emailOtpLogin, passkeyLogin, oauthVerify, ownRoute]) {
      const { again: repeated, target } = repeating(serverOf(kind))
      const user = await open(target, 0, 1)
      await user.run()
      expect([name, (await repeated()).status]).toEqual([name, 401])
    }
  })
})

/** A target that can repeat its last call. */
const repeating = (target: Target) => {
  let repeated = (): Promise<Reply> => Promise.reject(new Error("nothing was called yet"))
  const stored: Target = {
    ...target,
    call: (...requested) => {
      repeated = () => target.call(...requested)
      return repeated()
    }
  }
  return { target: stored, again: () => repeated() }
}
