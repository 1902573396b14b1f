import { made } from "@countersign/harness/fixtures"
import { type Answer, callers, type Keys, type LocalWorld, makeWorld, session } from "@countersign/harness/world"
import { signStamp } from "@countersign/wire"
import * as fc from "fast-check"
import { expect } from "vitest"
import { payer, quoteFrom, uma } from "./payer.ts"

/** Every property of a destination that a caller can change, as the history sets it. */
interface Destination {
  id: string
  /** Undefined when the end is not an external account. */
  status: "ACTIVE" | "INACTIVE" | "OTHER" | "REMOVED" | undefined
  facts: Readonly<Record<string, unknown>>
}

/** The terms in the signed text of a quote. */
interface Signed {
  readonly destination: number
  /** The destination when the text was written. */
  readonly id: string
  readonly facts: string
  readonly expiresAt: number
  isPaid: boolean
}

interface Model {
  readonly destinations: Array<Destination>
  readonly quotes: Array<Signed>
}

interface Real {
  readonly world: LocalWorld
  readonly customerId: string
  readonly otherId: string
  readonly wallet: string
  readonly keys: Keys
  readonly quotes: Array<{ readonly stamp: string; readonly execute: (stamp: string) => Promise<Answer> }>
  readonly seen: Seen
}

/** The outcomes of executions over all histories. */
interface Seen {
  paid: number
  changed: number
  stopped: number
}

type Step = fc.AsyncCommand<Model, Real>

const EXTERNAL = "/customers/external-accounts"
const written = (facts: Destination["facts"]) => JSON.stringify(Object.entries(facts).sort())

const step = (name: string, run: (model: Model, real: Real) => Promise<void>, needsQuote = false): Step => ({
  check: ({ quotes }) => !needsQuote || quotes.length > 0,
  toString: () => name,
  run
})

/** Sends an edit of an external account, and records the change in the model. */
const patch = ([name, value, body]: (typeof EDITS)[number]) =>
  step(`patch(${name}, ${value})`, async ({ destinations }, { world }) => {
    const destination = destinations[OUTSIDE]
    if (destination?.status === undefined || destination.status === "REMOVED") return
    const sent = { body: body(value) }
    const answer = await world.call(callers.a, "PATCH", `${EXTERNAL}/${destination.id}`, sent)
    expect(answer.status).toBe(200)
    destination.status = statusOf(answer)
    // The verification result applied to the account before the edit.
    const isStale = VERIFIED.has(name) && destination.facts[name] !== value
    destination.facts = { ...destination.facts, [name]: value, ...(isStale ? { found: "" } : {}) }
  })

/** Fields that identify the destination. A change of them restarts the verification. */
const VERIFIED: ReadonlySet<string> = new Set(["number", "bank", "name", "birthDate"])

const edit = (name: string, values: ReadonlyArray<string>, body: (value: string) => object) =>
  values.map((value) => [name, value, body] as const)

const EDITS = [
  ...edit("number", ["012180001234567897", "012180009999999992"], (clabeNumber) => ({ accountInfo: { clabeNumber } })),
  ...edit("bank", ["Banco Uno", "Banco Dos"], (bankName) => ({ accountInfo: { bankName } })),
  ...edit("name", ["Ana Pérez", "Mallory"], (fullName) => ({ accountInfo: { beneficiary: { fullName } } })),
  ...edit("birthDate", ["1990-02-03", "1991-02-03"], (date) => ({ accountInfo: { beneficiary: { birthDate: date } } })),
  ...edit("default", ["true", "false"], (value) => ({ defaultUmaDepositAccount: value === "true" }))
]

const statusOf = ({ body }: Answer): Destination["status"] =>
  body.status === "ACTIVE" || body.status === "INACTIVE" ? body.status : "OTHER"

const label = (nth: number) =>
  step(`label(${nth})`, async ({ destinations }, { world }) => {
    const destination = destinations[OUTSIDE]
    if (destination?.status === undefined || destination.status === "REMOVED") return
    const platformAccountId = `${destination.id} ${nth}`
    const sent = { body: { platformAccountId } }
    await world.call(callers.a, "PATCH", `${EXTERNAL}/${destination.id}`, sent)
    destination.facts = { ...destination.facts, platformAccountId }
  })

const setStatus = (status: "ACTIVE" | "INACTIVE") =>
  step(`setStatus(${status})`, async ({ destinations }, { world }) => {
    const destination = destinations[OUTSIDE]
    if (destination?.status === undefined || destination.status === "REMOVED") return
    const before = destination.status
    const answer = await world.call(callers.a, "PATCH", `${EXTERNAL}/${destination.id}`, { body: { status } })
    if (answer.status !== 200) return
    destination.status = statusOf(answer)
    if (before !== "ACTIVE" && status === "ACTIVE") destination.facts = { ...destination.facts, found: "" }
  })

/** A verification by the host, possibly with another result. */
const settle = (verifiedName: string) =>
  step(`settle(${verifiedName})`, async ({ destinations }, { world }) => {
    const destination = destinations[OUTSIDE]
    if (destination?.status !== "ACTIVE") return
    await world.countersign.api
      .in({ platformId: "alpha", mode: "sandbox" })
      .externalAccounts.reportVerification(destination.id, {
        standing: "CONFIRMED",
        nameMatch: "MATCHED",
        verifiedName
      })
    destination.facts = { ...destination.facts, found: verifiedName }
  })

/** The account is removed, and may be created again with the same fields and a new id. */
const remove = (isMadeAgain: boolean) =>
  step(`remove(${isMadeAgain})`, async ({ destinations }, real) => {
    const destination = destinations[OUTSIDE]
    if (destination?.status === undefined || destination.status === "REMOVED") return
    const removed = await real.world.call(callers.a, "DELETE", `${EXTERNAL}/${destination.id}`)
    expect(removed.status).toBe(204)
    destination.status = "REMOVED"
    if (isMadeAgain) destinations[OUTSIDE] = await external(real)
  })

/** The customer of the internal destination, or the payer, is renamed. The payer's name is not a signed term. */
const rename = (who: "other" | "payer", fullName: string) =>
  step(`rename(${who}, ${fullName})`, async ({ destinations }, { customerId, otherId, world }) => {
    const id = who === "other" ? otherId : customerId
    const answer = await world.call(callers.a, "PATCH", `/customers/${id}`, { body: { fullName } })
    expect(answer.status).toBe(200)
    const inside = destinations[INSIDE]
    if (who === "other" && inside !== undefined) inside.facts = { fullName }
  })

const pass = (millis: number) =>
  step(`pass(${millis})`, async (_, { world }) => {
    world.pass(millis)
  })

const quote = (at: number) =>
  step(`quote(${at})`, async ({ destinations, quotes }, { keys, quotes: made, wallet, world }) => {
    const destination = destinations[at]
    if (destination === undefined || (destination.status ?? "ACTIVE") !== "ACTIVE") return
    const { body, execute, payload } = await quoteFrom(world, wallet, at === ADDRESS ? uma : destination.id)
    const { facts, id } = destination
    made.push({ stamp: signStamp(payload, keys.privateKey), execute })
    quotes.push({
      destination: at,
      id,
      facts: written(facts),
      expiresAt: Date.parse(body.expiresAt),
      isPaid: false
    })
    // The signed text has the values of the model.
    const { identifiers, name } = JSON.parse(payload).parameters.context.destination
    if (facts.number !== undefined) expect([identifiers.clabeNumber, name]).toEqual([facts.number, facts.name])
    if (facts.fullName !== undefined) expect(name).toBe(facts.fullName)
  })

/** Executes a quote. It must be paid exactly if every signed term is unchanged. */
const execute = (choice: number) =>
  step(
    `execute(${choice})`,
    async ({ destinations, quotes }, { quotes: made, seen, world }) => {
      const at = choice % quotes.length
      const [signed, call] = [quotes[at], made[at]]
      if (signed === undefined || call === undefined) throw new Error("the model and the service have the same quotes")
      const now = destinations[signed.destination]
      const isSame = now?.id === signed.id && written(now.facts) === signed.facts
      const isPayable = now?.id === signed.id && (now.status ?? "ACTIVE") === "ACTIVE"
      const isOpen = !signed.isPaid && world.at() < signed.expiresAt
      const answer = await call.execute(call.stamp)
      const got = answer.status === 200 ? "paid" : (answer.body.reason ?? answer.body.code)
      if (isOpen && isPayable && isSame) {
        expect(got).toBe("paid")
        signed.isPaid = true
        seen.paid += 1
      } else if (isOpen && isPayable) {
        expect(got).toBe("Quote source or destination changed")
        seen.changed += 1
      } else {
        // Paid, expired, removed or not active: each state has its own refusal.
        expect([400, 404, 409]).toContain(answer.status)
        seen.stopped += 1
      }
    },
    true
  )

const DAY = 86_400_000
const OUTSIDE = 0
const INSIDE = 1
const ADDRESS = 2
const FRESH = { number: "012180001234567897", bank: "Banco Uno", name: "Ana Pérez", birthDate: "1990-02-03" }

const external = async ({ customerId, world }: Pick<Real, "customerId" | "world">): Promise<Destination> => {
  const { bank: bankName, birthDate, name: fullName, number: clabeNumber } = FRESH
  const id = await made(world, EXTERNAL, {
    currency: "MXN",
    customerId,
    accountInfo: {
      accountType: "MXN_ACCOUNT",
      clabeNumber,
      bankName,
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName, birthDate }
    }
  })
  return { id, status: "ACTIVE", facts: { ...FRESH, default: "false", found: "" } }
}

/** Runs random histories of signed quotes, edits of their ends and executions against the service on a memory store. */
export const histories = async (numRuns: number): Promise<Seen> => {
  const world = makeWorld({ logs: "none", policy: { sessionLifetime: DAY } })
  const [own, other] = [await payer(world), await payer(world)]
  let signer = { keys: own.keys, until: world.at() + DAY }
  const seen: Seen = { paid: 0, changed: 0, stopped: 0 }
  const ends = fc.constantFrom(OUTSIDE, OUTSIDE, OUTSIDE, INSIDE, ADDRESS)
  const edits = fc.constantFrom(...EDITS).map(patch)
  const executions = fc.nat({ max: 20 }).map(execute)
  const steps = fc.commands(
    [
      ends.map(quote),
      executions,
      executions,
      executions,
      edits,
      edits,
      edits,
      fc.nat({ max: 1 }).map(label),
      fc.constantFrom("ACTIVE" as const, "INACTIVE" as const).map(setStatus),
      fc.constantFrom("Ana P.", "M. Thief").map(settle),
      fc.boolean().map(remove),
      fc
        .tuple(fc.constantFrom("other" as const, "payer" as const), fc.constantFrom("Grace", "Alan"))
        .map(([who, name]) => rename(who, name)),
      fc.constantFrom(1, 100_000, 300_000).map(pass)
    ],
    { maxCommands: 9, size: "max" }
  )
  const property = fc.asyncProperty(ends, steps, async (first, each) => {
    const base = { world, customerId: own.customerId }
    const inside = { id: other.wallet, status: undefined, facts: { fullName: "Grace" } }
    // A history takes less than an hour.
    if (world.at() > signer.until - 3_600_000) {
      const { keys } = await session(world, callers.a, own.credentialId)
      signer = { keys, until: world.at() + DAY }
    }
    await world.call(callers.a, "PATCH", `/customers/${other.customerId}`, { body: { fullName: "Grace" } })
    const model: Model = {
      destinations: [await external(base), inside, { id: uma.umaAddress, status: undefined, facts: {} }],
      quotes: []
    }
    const real: Real = { ...base, otherId: other.customerId, wallet: own.wallet, keys: signer.keys, quotes: [], seen }
    await quote(first).run(model, real)
    await fc.asyncModelRun(() => ({ model, real }), each)
  })
  await fc.assert(property, { numRuns })
  await world.countersign.close()
  return seen
}
