import { sealedTo } from "@countersign/bench/flows/emailOtp"
import { pairOf, privateKeyOf, stamped } from "@countersign/bench/native/native"
import { authorizationOf, BASE_PATH, PLATFORM, type Platform } from "@countersign/bench/seed/Seed"
import { ALL, collections, type Environment, environmentKey, type Store } from "countersign/effect"
import { Effect } from "effect"
import type { OpenedStore } from "../openStore.ts"
import { countedStore, virtualClock } from "./countedStore.ts"
import { LOOPS, SANDBOX, SESSION_LIFETIME, type Service, startService } from "./service.ts"

/** The fields of a response. */
interface Answer {
  readonly text: string
  readonly field: (name: string) => string
}

/** Calls the API as a platform does. An unexpected status ends the run. */
const callerOf = ({ serve }: Pick<Service, "serve">, platform: Platform) => {
  const authorization = authorizationOf(platform)
  return async (
    expected: number,
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<Answer> => {
    const { body: text, status } = await serve({
      method,
      target: BASE_PATH + path,
      headers: { authorization, "content-type": "application/json", ...headers },
      body: async () => Buffer.from(body === undefined ? "" : JSON.stringify(body)),
      onDisconnect: () => () => {}
    })
    if (status !== expected) throw new Error(`${method} ${path} returned ${status} ${text}`)
    return {
      text,
      field: (name) => {
        const read: Readonly<Record<string, unknown>> = JSON.parse(text)
        return String(read[name])
      }
    }
  }
}

type Call = ReturnType<typeof callerOf>

/** The id of the first item of a list. */
const firstId = ({ text }: Answer): string => {
  const { data }: { readonly data: ReadonlyArray<{ readonly id: string }> } = JSON.parse(text)
  const [first] = data
  if (first === undefined) throw new Error("the list is empty")
  return first.id
}

/** A user with a wallet, and the key of their device. */
interface Person {
  readonly email: string
  readonly accountId: string
  readonly credentialId: string
  readonly pair: ReturnType<typeof pairOf>
}

const newPerson = async (call: Call, email: string): Promise<Person> => {
  const customer = await call(201, "POST", "/customers", { customerType: "INDIVIDUAL", email })
  const of = `customerId=${customer.field("id")}`
  const accountId = firstId(await call(200, "GET", `/internal-accounts?${of}&type=EMBEDDED_WALLET`))
  const credentialId = firstId(await call(200, "GET", `/auth/credentials?accountId=${accountId}`))
  return { email, accountId, credentialId, pair: pairOf() }
}

/** Requests a code, which is sent by e-mail soon after. Returns the target bundle to encrypt it to. */
const askForCode = async (call: Call, { credentialId }: Person): Promise<string> =>
  (await call(200, "POST", `/auth/credentials/${credentialId}/challenge`)).field("otpEncryptionTargetBundle")

/** Both legs of a login by code. Returns the session. */
const logIn = async (call: Call, { credentialId, pair }: Person, bundle: string, code: string) => {
  const body = { type: "EMAIL_OTP", encryptedOtpBundle: sealedTo(bundle, code, pair.compressed) }
  const path = `/auth/credentials/${credentialId}/verify`
  const first = await call(202, "POST", path, body)
  return call(200, "POST", path, body, retry(first, pair))
}

/** Both legs of a refresh, signed by the key of the login. */
const refresh = async (call: Call, { pair }: Person, sessionId: string): Promise<void> => {
  const body = { clientPublicKey: pairOf().uncompressed }
  const path = `/auth/sessions/${sessionId}/refresh`
  await call(200, "POST", path, body, retry(await call(202, "POST", path, body), pair))
}

const retry = (first: Answer, pair: Person["pair"]) => ({
  "request-id": first.field("requestId"),
  "service-wallet-signature": stamped(first.field("payloadToSign"), privateKeyOf(pair), pair.compressed)
})

/** A customer with a balance, and a bank account whose transfers fail after 30 seconds and are refunded. */
interface Payer {
  readonly accountId: string
  readonly bank: string
}

const newPayer = async (call: Call): Promise<Payer> => {
  const customer = await call(201, "POST", "/customers", { customerType: "INDIVIDUAL", email: "payer@example.com" })
  const customerId = customer.field("id")
  const accountId = firstId(await call(200, "GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`))
  await call(200, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1_000_000 })
  const bank = await call(201, "POST", "/customers/external-accounts", {
    currency: "USD",
    customerId,
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "123456789005",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" }
    }
  })
  return { accountId, bank: bank.field("id") }
}

/** Starts a transfer. Returns its id. */
const pay = async (call: Call, { accountId, bank }: Payer): Promise<string> =>
  (
    await call(201, "POST", "/transfer-out", {
      source: { accountId },
      destination: { accountId: bank },
      amount: 100
    })
  ).field("id")

const statusOf = async (call: Call, id: string): Promise<string> =>
  (await call(200, "GET", `/transactions/${id}`)).field("status")

/** The delay of the oldest due work, in milliseconds. */
const overdue = async (store: Store["Service"], environments: ReadonlyArray<Environment>, at: number) => {
  let longest = 0
  for (const environment of environments) {
    for (const collection of collections) {
      const { due } = collection
      if (due === undefined) continue
      const query = { collection, environment: environmentKey(environment), index: ALL, limit: 1000 }
      for (const { body } of await Effect.runPromise(store.find(query))) {
        const dueAt = Object.entries(body ?? {}).find(([name]) => name === due)?.[1]
        if (typeof dueAt === "number") longest = Math.max(longest, at - dueAt)
      }
    }
  }
  return longest
}

/** The number of records of every collection at an hour of the run. */
export interface Hour {
  readonly hour: number
  readonly counts: ReadonlyMap<string, number>
}

/** The results of the simulated hours. */
export interface Lived {
  readonly hours: ReadonlyArray<Hour>
  /** The number of records long after the last call. */
  readonly after: ReadonlyMap<string, number>
  readonly logins: number
  readonly payments: number
  /** Payments with an unexpected final status. */
  readonly unsettled: number
  readonly delivered: number
  /** The largest difference between the actual and the expected expiry of a session, in milliseconds. */
  readonly drift: number
  /** The longest observed delay of due work, in milliseconds. */
  readonly late: number
}

/** The step of the clock in milliseconds. A worker with a shorter sleep wakes once per step. */
export const STEP = 5000
const [TICK, HOUR, PEOPLE] = [300_000, 3_600_000, 6]
/** Hours, longer than the retention of every collection except receipts. */
const AFTER = 9 * 24

/** Simulates hours in which a user signs in by e-mailed code, refreshes and pays every five minutes. */
export const runHours = async (
  opened: OpenedStore & { readonly onTime?: (at: number) => Promise<void> },
  hours: number,
  log: (line: string) => void = () => {}
): Promise<Lived> => {
  const time = virtualClock(Date.now())
  const { onTime = async () => {} } = opened
  await onTime(time.now())
  const counted = countedStore(opened.store)
  const service = await startService(counted.store, time)
  const [live, sandbox] = [callerOf(service, PLATFORM), callerOf(service, SANDBOX)]
  const move = async (by: number) => {
    await onTime(time.now() + by)
    time.move(by)
    while (time.asleep() < LOOPS || counted.taken() > 0) await new Promise((resolve) => setTimeout(resolve))
  }
  const pass = async (millis: number, step = STEP) => {
    for (let left = millis; left > 0; left -= step) await move(Math.min(step, left))
  }
  await sandbox(200, "PATCH", "/config", { webhookEndpoint: "https://hooks.example.com/" })
  const people = []
  for (let nth = 0; nth < PEOPLE; nth += 1) people.push(await newPerson(live, `person-${nth}@example.com`))
  const payer = await newPayer(sandbox)
  const [table, payments] = [Array.of<Hour>(), Array.of<string>()]
  let [logins, drift, late] = [0, 0, 0]
  for (let tick = 0; tick * TICK < hours * HOUR; tick += 1) {
    const person = people[tick % PEOPLE]
    if (person === undefined) throw new Error("there are no users")
    const bundle = await askForCode(live, person)
    payments.push(await pay(sandbox, payer))
    await pass(STEP)
    const code = service.letter(person.email)
    if (code === undefined) throw new Error("an e-mail did not arrive")
    const session = await logIn(live, person, bundle, code)
    logins += 1
    drift = Math.max(drift, Math.abs(Date.parse(session.field("expiresAt")) - time.now() - SESSION_LIFETIME))
    await refresh(live, person, session.field("id"))
    await pass(TICK - STEP)
    if (((tick + 1) * TICK) % HOUR !== 0) continue
    late = Math.max(late, await overdue(opened.store, ENVIRONMENTS, time.now()))
    const hour = ((tick + 1) * TICK) / HOUR
    table.push({ hour, counts: counted.counts() })
    log(`hour ${hour}: ${[...counted.counts()].map(([name, count]) => `${name} ${count}`).join(", ")}`)
  }
  const statuses = await Promise.all(payments.map((id) => statusOf(sandbox, id)))
  await pass(AFTER * HOUR, 6 * HOUR)
  await service.close()
  return {
    ...{ hours: table, after: counted.counts(), logins, drift, late, delivered: service.delivered() },
    payments: payments.length,
    unsettled: statuses.filter((status) => status !== "FAILED").length
  }
}

const ENVIRONMENTS: ReadonlyArray<Environment> = (["production", "sandbox"] as const).map((mode) => ({
  platformId: PLATFORM.platformId,
  mode
}))
