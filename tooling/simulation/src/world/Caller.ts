import { usd } from "@countersign/harness/externalAccounts"
import { signed } from "@countersign/harness/fixtures"
import {
  type Answer,
  basic,
  customerOf,
  type Keys,
  keyPair,
  sealed,
  type World,
  worldOver
} from "@countersign/harness/world"
import { BASE, callerOf, type Home } from "./cast.ts"
import { makeDevice } from "./device.ts"
import type { Simulation } from "./Simulation.ts"

/** A wallet with the keys of one session. */
export type Wallet = Awaited<ReturnType<Backend["wallet"]>>
export type Backend = ReturnType<typeof makeBackend>

/**
 * The backend of a developer, who also plays the end users: it makes single calls without the client, with the helpers of the
 * packages' tests. A name that is used in an address makes it unique.
 */
export const makeBackend = (simulation: Simulation, home: Home, name: string) => {
  const { mailbox, network, scheduler } = simulation
  const device = makeDevice(simulation, home, `${name} ${home.key}`, 0)
  const send = network.fetchOf(device.owner)
  const own = callerOf(home)
  let people = 0

  const world = worldOver((caller, method, path, { body, headers, raw } = {}) => {
    const content = typeof raw === "string" ? raw : body === undefined ? undefined : JSON.stringify(body)
    return send(path.startsWith("https:") ? path : `${BASE}${path}`, {
      method,
      headers: {
        ...(caller === undefined ? {} : { authorization: basic(caller) }),
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(content === undefined ? {} : { body: content })
    })
  }, scheduler.now)
  /** The same for calls that the rest of an act needs: it ends with an error where one is refused. */
  const certain: World = {
    ...world,
    call: async (...parameters) => {
      const answer = await world.call(...parameters)
      if (answer.status >= 400) throw new Error(`${parameters[1]} ${parameters[2]} is refused`)
      return answer
    },
    customer: (caller, email) => customerOf(certain.call, caller, email)
  }
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, by = own) =>
    world.call(by, method, path, { headers, ...(body === undefined ? {} : { body }) })
  const sure = async (method: string, path: string, body?: unknown): Promise<Answer["body"]> =>
    (await certain.call(own, method, path, body === undefined ? {} : { body })).body

  const freshEmail = (): string => {
    people += 1
    return `${name.replace(/\W/gu, "")}${people}@${home.mode}.example`
  }
  const codeTo = (email: string): Promise<string> => {
    const code = home.mode === "sandbox" ? Promise.resolve("000000") : mailbox.next(email)
    code.catch(() => {})
    return code
  }
  const login = async (credentialId: string, email: string): Promise<{ keys: Keys; sessionId: string }> => {
    const [keys, path] = [keyPair(), `/auth/credentials/${credentialId}`]
    const code = codeTo(email)
    const { otpEncryptionTargetBundle } = await sure("POST", `${path}/challenge`)
    const encryptedOtpBundle = await sealed(world, otpEncryptionTargetBundle, await code, keys.publicKey)
    const body = { type: "EMAIL_OTP", encryptedOtpBundle }
    const done = await signed(certain, own, keys, { method: "POST", path: `${path}/verify`, body })
    return { keys, sessionId: String(done.body.id) }
  }
  const wait = (millis: number) => new Promise<void>((resolve) => void scheduler.after(millis, device.owner, resolve))
  return {
    ...device,
    ...{ home, own, world, certain, call, sure, freshEmail, codeTo, login, wait },
    /** Reads a mailbox until it has something. */
    until: async <A>(read: () => A | undefined): Promise<A> => {
      for (let nth = 0; nth < 20; nth += 1) {
        const found = read()
        if (found !== undefined) return found
        await wait(5000)
      }
      throw new Error("it did not come")
    },
    /** The token of the newest mail to an address that has one of its kind. */
    tokenTo: (email: string, kind: "cancelToken" | "undoToken") =>
      mailbox.notices.findLast((each) => each.to === email && each[kind] !== undefined)?.[kind],
    /** Proves the pending address of a customer. */
    proveEmail: async (customerId: string, email: string): Promise<Answer> => {
      const [code, path] = [codeTo(email), `/customers/${customerId}/email`]
      const { otpEncryptionTargetBundle } = await sure("POST", `${path}/challenge`)
      const encryptedOtpBundle = await sealed(world, otpEncryptionTargetBundle, await code, keyPair().publicKey)
      return call("POST", `${path}/verify`, { encryptedOtpBundle })
    },
    /** A new end user with a session. */
    wallet: async () => {
      const email = freshEmail()
      const customer = await certain.customer(own, email)
      return { ...customer, email, ...(await login(customer.credentialId, email)) }
    },
    /** Both legs of a signed call, whatever their answers. */
    sign: (keys: Keys, method: string, path: string, body?: unknown): Promise<Answer> =>
      signed(world, own, keys, { method, path, ...(body === undefined ? {} : { body }) }),
    /** The bank account of a customer. */
    bankOf: async (customerId: string): Promise<string> =>
      String((await sure("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)).data[0].id),
    fund: (accountId: string, amount = 100_000_000) =>
      sure("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount }),
    /** An external account. In the sandbox, the end of its number decides how a payment ends. */
    payee: async (customerId: string, suffix = ""): Promise<string> =>
      String(
        (
          await sure(
            "POST",
            "/customers/external-accounts",
            usd({ accountNumber: `123456789${suffix}` }, { customerId })
          )
        ).id
      ),
    /** Changes sections of the settings, which another call may do at the same time. */
    settle: async (sections: object): Promise<Answer> => {
      const { revision } = await sure("GET", "/platform/settings")
      return call("PATCH", "/platform/settings", { revision, ...sections })
    }
  }
}

/** An id that no record has. */
export const nowhere = (kind: string): string => `${kind}:00000000-0000-4000-8000-000000000000`
