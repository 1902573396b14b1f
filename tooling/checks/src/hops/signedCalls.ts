import { randomBytes } from "node:crypto"
import { request } from "node:http"
import { listening } from "@countersign/harness/listening"
import { answerOf, customerOf, keyPair, requestOf, retryHeaders, sealed, type World } from "@countersign/harness/world"
import { nodeBridge } from "@countersign/http/node"
import { type CountersignOptions, createCountersign, secretDigest } from "countersign"

const CALLER = { token: "hops", secret: "hops-secret" }
const UNLIMITED = { capacity: 1_000_000, refillEvery: 1 }

/**
 * A service with one production wallet that a session signs for. Its two legs are calls over a socket, which change the
 * privacy of the wallet.
 */
export const signedCalls = async (store: NonNullable<CountersignOptions["store"]>) => {
  const hex = () => randomBytes(32).toString("hex")
  let mailed: (code: string) => void = () => {}
  const countersign = createCountersign({
    logs: "none",
    store,
    tokens: [{ id: CALLER.token, secretSha256: secretDigest(CALLER.secret), platformId: "alpha", mode: "production" }],
    keys: { vault: hex(), service: hex() },
    mailer: { sendCode: async ({ code }) => mailed(code), sendNotice: async () => {} },
    policy: { requestsPerAccount: UNLIMITED, callsPerToken: UNLIMITED }
  })
  const call: World["call"] = async (...sent) =>
    answerOf(await countersign.handler(requestOf("http://countersign.test", ...sent)))
  const { accountId, credentialId } = await customerOf(call, CALLER)
  const world: World = { call, countersign, at: Date.now, customer: (caller) => customerOf(call, caller) }

  const keys = keyPair()
  const code = new Promise<string>((resolve) => {
    mailed = resolve
  })
  const { body: challenge } = await call(CALLER, "POST", `/auth/credentials/${credentialId}/challenge`)
  const encryptedOtpBundle = await sealed(world, challenge.otpEncryptionTargetBundle, await code, keys.publicKey)
  const login = { body: { type: "EMAIL_OTP", encryptedOtpBundle } }
  const verify = `/auth/credentials/${credentialId}/verify`
  const { body: asked } = await call(CALLER, "POST", verify, login)
  await call(CALLER, "POST", verify, { ...login, headers: retryHeaders(asked, keys) })

  const { close, port } = await listening(nodeBridge(countersign))
  const { headers, method, url } = requestOf(
    `http://127.0.0.1:${port}`,
    CALLER,
    "PATCH",
    `/internal-accounts/${accountId}`,
    {
      body: { privateEnabled: true }
    }
  )
  /** Makes one call. Rejects unless it is answered with the status. */
  const leg = (status: number, more: Readonly<Record<string, string>> = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      request(url, { method, headers: { ...Object.fromEntries(headers), ...more } }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk
        })
        response.on("end", () =>
          response.statusCode === status ? resolve(text) : reject(new Error(`hops: ${response.statusCode} ${text}`))
        )
      })
        .on("error", reject)
        .end(JSON.stringify({ privateEnabled: true }))
    })
  return {
    first: () => leg(202),
    /** The headers of the second leg, from the response to the first. */
    signed: (challenge: string) => retryHeaders(JSON.parse(challenge), keys),
    second: (headers: Readonly<Record<string, string>>) => leg(200, headers),
    close: async () => {
      await close()
      await countersign.close()
    }
  }
}
