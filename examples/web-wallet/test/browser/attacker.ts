import { passkeyAddition } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { keyPair, retryHeaders } from "@countersign/harness/world"
import { parsePublicKey, sealOtpBundle, signStamp, verifyOtpTargetBundle } from "@countersign/wire"
import type { served } from "../served.ts"

type Server = Awaited<ReturnType<typeof served>>
type Scopes = Parameters<Server["platform"]["tokens"]["create"]>[0]["permissions"]

/** The ids of an end user, by the part of a path that precedes them. */
export type Victim = Readonly<Record<string, string>>

interface Schema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly enum?: ReadonlyArray<unknown>
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
}

/**
 * An attacker with an API token, a key and a passkey of its own. The magic values of the sandbox are not among its
 * means: they mean nothing in production (I14).
 */
export const attackerOf = async ({ bundleSigner, handler, origin, platform }: Server, permissions: Scopes) => {
  const token = await platform.tokens.create({ name: "stolen", permissions })
  const authorization = `Basic ${btoa(`${token.clientId}:${token.clientSecret}`)}`
  const keys = keyPair()
  const authenticator = makeAuthenticator({ rpId: "localhost", origin })

  const call = async (method: string, path: string, body?: object, more: Readonly<Record<string, string>> = {}) => {
    const headers = { authorization, ...more, ...(body === undefined ? {} : { "content-type": "application/json" }) }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await handler(new Request(`${BASE}${path}`, { method, headers, ...text }))
    const answer = await response.text()
    return { status: response.status, body: answer === "" ? undefined : JSON.parse(answer) }
  }

  /** Both legs of a signed retry, the second signed by the attacker's own key. A quote is its own first leg. */
  const signed = async (method: string, path: string, body?: object) => {
    if (path.endsWith("/execute")) {
      const { paymentInstructions } = (await call("GET", path.replace("/execute", ""))).body
      const { payloadToSign } = paymentInstructions[0].accountOrWalletInfo
      return call(method, path, body, { "service-wallet-signature": signStamp(payloadToSign, keys.privateKey) })
    }
    const first = await call(method, path, body)
    return first.status === 202 ? call(method, path, body, retryHeaders(first.body, keys)) : first
  }

  const schemas = async () => (await call("GET", "/openapi.json")).body

  return {
    call,
    signed,
    /** Calls every endpoint of the API document with the ids of the victim. Returns the status of each call. */
    tryAll: async (victim: Victim) => {
      const { components, paths } = await schemas()
      const outcomes: Array<{ readonly call: string; readonly status: number }> = []
      const all = Object.entries<Record<string, { readonly requestBody?: Body }>>(paths)
      // Operators last: they end sessions and suspend, after which other calls are refused for that reason alone.
      const acts = all.filter(([path]) => path.includes("/operator/"))
      for (const [path, methods] of [...all.filter(([path]) => !path.includes("/operator/")), ...acts]) {
        // The tools of the sandbox move its clock and its money. Production does not have them.
        if (path.includes("/sandbox/")) continue
        for (const [name, { requestBody }] of Object.entries(methods)) {
          const method = name.toUpperCase()
          // A read takes nothing.
          if (method === "GET") continue
          const schema = requestBody?.content["application/json"]?.schema
          const target = path
            .replace(/^.*?(?=\/[a-z])/u, "")
            .replace(/([a-z-]+)\/\{id\}/u, (_, of) => `${of}/${victim[of] ?? NONE}`)
          const bodies = schema === undefined ? [undefined] : samples(schema, components.schemas, victim)
          for (const body of bodies) {
            const { status } = await signed(method, target, body)
            outcomes.push({ call: `${method} ${path}`, status })
          }
        }
      }
      return outcomes
    },
    /** Tries to complete a recovery with a code and the attacker's passkey. */
    complete: async (
      recovery: { readonly id: string; readonly otpEncryptionTargetBundle: string },
      accountId: string,
      code: string
    ) => {
      const { target } = verifyOtpTargetBundle(recovery.otpEncryptionTargetBundle, parsePublicKey(bundleSigner))
      const encryptedOtpBundle = await sealOtpBundle({ code, publicKey: keys.publicKey, target })
      const credential = passkeyAddition(accountId, authenticator)
      return signed("POST", `/auth/recoveries/${recovery.id}/complete`, { encryptedOtpBundle, credential })
    }
  }

  /** Bodies that the schema accepts, one for each alternative. A passkey in them is one of the attacker. */
  function samples(schema: Schema, named: Readonly<Record<string, Schema>>, victim: Victim): ReadonlyArray<object> {
    const accountId = victim["internal-accounts"] ?? ""
    const valueOf = (of: Schema, name: string): unknown => {
      if (of.$ref !== undefined) return valueOf(named[of.$ref.replace(/^.*\//u, "")] ?? {}, name)
      const [first] = of.anyOf ?? []
      if (first !== undefined) return valueOf(first, name)
      if (of.enum !== undefined) return of.enum[0]
      if (name === "accountId") return accountId
      if (name === "customerId") return victim.customers
      if (name === "clientPublicKey") return keys.publicKey
      if (name === "email") return "mallory@example.com"
      if (of.type === "integer" || of.type === "number") return 1
      if (of.type === "boolean") return true
      if (of.type === "array") return of.items === undefined ? [] : [valueOf(of.items, name)]
      if (of.type !== "object") return "x"
      const sent = Object.entries(of.properties ?? {}).filter(([key]) => key === "email" || of.required?.includes(key))
      const fields = sent.map(([key, each]) => [key, valueOf(each, key)])
      const body = Object.fromEntries(fields)
      return "attestation" in body ? { ...body, ...passkeyAddition(accountId, authenticator) } : body
    }
    const whole = schema.$ref === undefined ? schema : (named[schema.$ref.replace(/^.*\//u, "")] ?? {})
    return (whole.anyOf ?? [whole]).map((each) => Object(valueOf(each, "")))
  }
}

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}

const BASE = "http://countersign.invalid/2025-10-13"
const NONE = "019ca945-0a00-7e7e-9254-70baa2fd4251"
