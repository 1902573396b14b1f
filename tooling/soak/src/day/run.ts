import type { openStore } from "@countersign/bench/ours/start"
import { clientKey, signed } from "@countersign/harness/fixtures"
import { bankOf, payee, transferOf } from "@countersign/harness/payments"
import { type Answer, callers, keyPair, requestOf, sealed, type World, worldOver } from "@countersign/harness/world"
import { ALL, collections, type Environment, environmentKey, type Store } from "countersign/effect"
import { Effect } from "effect"
import { countedStore, virtualClock } from "./countedStore.ts"
import { LOOPS, SESSION_LIFETIME, startService } from "./service.ts"

/** The body of an answer that must have this status. */
const bodyOf = ({ body, status }: Answer, expected: number): Answer["body"] => {
  if (status !== expected) throw new Error(`expected ${expected}, answered ${status} ${JSON.stringify(body)}`)
  return body
}

/** A user with a wallet, and the key of their device. */
const newPerson = async (world: World, email: string) => {
  const { credentialId } = await world.customer(callers.live, email)
  return { email, credentialId, keys: keyPair() }
}

type Person = Awaited<ReturnType<typeof newPerson>>

/** Requests a code, which is sent by e-mail soon after. Returns the target bundle to encrypt it to. */
const askForCode = async ({ call }: World, { credentialId }: Person): Promise<string> =>
  bodyOf(await call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`), 200).otpEncryptionTargetBundle

/** Both legs of a login by code. Returns the session. */
const logIn = async (world: World, { credentialId, keys }: Person, bundle: string, code: string) => {
  const body = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, code, keys.publicKey) }
  const path = `/auth/credentials/${credentialId}/verify`
  return bodyOf(await signed(world, callers.live, keys, { method: "POST", path, body }), 200)
}

/** Both legs of a refresh, signed by the key of the login. */
const refresh = async (world: World, { keys }: Person, sessionId: string): Promise<void> => {
  const call = {
    method: "POST",
    path: `/auth/sessions/${sessionId}/refresh`,
    body: { clientPublicKey: clientKey().hex }
  }
  bodyOf(await signed(world, callers.live, keys, call), 200)
}

/** The body of a transfer of a customer with a balance, to a bank account where it fails after 30 seconds. */
const newTransfer = async (world: World) => {
  const { customerId } = await world.customer(callers.a, "payer@example.com")
  const bank = await bankOf(world, customerId, 1_000_000)
  return transferOf(bank, await payee(world, customerId, "005"), 100)
}

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
interface Hour {
  readonly hour: number
  readonly counts: ReadonlyMap<string, number>
}

/** The step of the clock in milliseconds. A worker with a shorter sleep wakes once per step. */
export const STEP = 5000
const [TICK, HOUR, PEOPLE] = [300_000, 3_600_000, 6]
/** Hours, longer than the retention of every collection except receipts. */
const AFTER = 9 * 24

/** Simulates hours in which a user signs in by e-mailed code, refreshes and pays every five minutes. */
export const runHours = async (
  opened: Pick<Awaited<ReturnType<typeof openStore>>, "store"> & { readonly onTime?: (at: number) => Promise<void> },
  hours: number,
  log: (line: string) => void = () => {}
) => {
  const time = virtualClock(Date.now())
  const { onTime = async () => {} } = opened
  await onTime(time.now())
  const counted = countedStore(opened.store)
  const service = await startService(counted.store, time)
  const world = worldOver((...parameters) => service.handler(requestOf("http://day.test", ...parameters)), time.now)
  const move = async (by: number) => {
    await onTime(time.now() + by)
    time.move(by)
    const isBusy = () => time.asleep() < LOOPS || counted.taken() > 0
    // A queue that the look wakes claims after the look sleeps again.
    for (let quiet = 0; quiet < 4; quiet = isBusy() ? 0 : quiet + 1) await new Promise((turn) => setTimeout(turn))
  }
  const pass = async (millis: number, step = STEP) => {
    for (let left = millis; left > 0; left -= step) await move(Math.min(step, left))
  }
  const hooks = { body: { webhookEndpoint: "https://hooks.example.com/" } }
  bodyOf(await world.call(callers.a, "PATCH", "/config", hooks), 200)
  const people = []
  for (let nth = 0; nth < PEOPLE; nth += 1) people.push(await newPerson(world, `person-${nth}@example.com`))
  const transfer = await newTransfer(world)
  const [table, payments] = [Array.of<Hour>(), Array.of<string>()]
  let [logins, drift, late] = [0, 0, 0]
  for (let tick = 0; tick * TICK < hours * HOUR; tick += 1) {
    const person = people[tick % PEOPLE]
    if (person === undefined) throw new Error("there are no users")
    const bundle = await askForCode(world, person)
    payments.push(bodyOf(await world.call(callers.a, "POST", "/transfer-out", { body: transfer }), 201).id)
    await pass(STEP)
    const code = service.letter(person.email)
    if (code === undefined) throw new Error("an e-mail did not arrive")
    const session = await logIn(world, person, bundle, code)
    logins += 1
    drift = Math.max(drift, Math.abs(Date.parse(session.expiresAt) - time.now() - SESSION_LIFETIME))
    await refresh(world, person, session.id)
    await pass(TICK - STEP)
    if (((tick + 1) * TICK) % HOUR !== 0) continue
    late = Math.max(late, await overdue(opened.store, ENVIRONMENTS, time.now()))
    const hour = ((tick + 1) * TICK) / HOUR
    table.push({ hour, counts: counted.counts() })
    log(`hour ${hour}: ${[...counted.counts()].map(([name, count]) => `${name} ${count}`).join(", ")}`)
  }
  const settled = await Promise.all(payments.map((id) => world.call(callers.a, "GET", `/transactions/${id}`)))
  await pass(AFTER * HOUR, 6 * HOUR)
  await service.close()
  return {
    hours: table,
    /** The number of records long after the last call. */
    after: counted.counts(),
    logins,
    /** The largest difference between the actual and the expected expiry of a session, in milliseconds. */
    drift,
    /** The longest observed delay of due work, in milliseconds. */
    late,
    delivered: service.delivered(),
    payments: payments.length,
    /** Payments with an unexpected final status. */
    unsettled: settled.filter(({ body }) => body.status !== "FAILED").length
  }
}

export type Lived = Awaited<ReturnType<typeof runHours>>

const ENVIRONMENTS = (["production", "sandbox"] as const).map((mode) => ({ platformId: "alpha", mode }))
