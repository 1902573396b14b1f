import type { ActiveSession } from "@countersign/client"
import type { Random } from "../scheduler/Random.ts"
import { environments, type Home, RP } from "./cast.ts"
import { makeDevice, worked } from "./device.ts"
import type { Attacked } from "./History.ts"
import type { Simulation } from "./Simulation.ts"
import { makePerson, type Person } from "./user.ts"

/** The things of a person that a thief has, and those that the thief has made of them. */
export interface Hand {
  readonly person: Person
  readonly accountId: string
  readonly customerId: string
  signer?: ActiveSession
  /** The thief reads the mails. */
  hasMailbox?: boolean
  codes?: ReadonlyArray<string>
  passkeyId?: string
  /** The header of a token with some scopes. */
  token?: string
  tokenId?: string
}

interface Played<Result> {
  /** It is played by a thief who has this. */
  readonly needs?: "codes" | "hasMailbox" | "passkeyId" | "signer" | "token"
  /** Plays one call or a few. */
  readonly play: (hand: Hand, random: Random) => Promise<Result>
}
/** Whether the attack has succeeded; `undefined` if it cannot be made. Its success would violate the invariant. */
type Attack = Played<boolean | undefined> & { readonly violates: Attacked }
type Preparation = Played<void> & { readonly violates?: undefined }

/** The moves of a thief by their names. */
export type Moves = Readonly<Record<string, Attack | Preparation>>

/** The parts of moves: the thief's device, and calls that several of them play. */
export const makeTools = (simulation: Simulation, home: Home, people: ReadonlyArray<Person>) => {
  const device = makeDevice(simulation, home, `thief with a plan in ${home.key}`, 0)
  const { call, client } = device
  const now = simulation.scheduler.now
  const known = people.filter((person) => person.home.key === home.key)
  const strangers: Array<Person> = []
  const rest = (millis: number) =>
    new Promise<void>((resolve) => void simulation.scheduler.after(millis, device.owner, resolve))
  /** Has the person do something, and goes on with the thief's own clock. */
  const plays = async (person: Person, act: string, random: Random) => {
    await worked(person.acts[act]?.(random) ?? Promise.resolve())
    await rest(1)
  }
  const codeOf = async ({ person }: Hand) => {
    const code = home.mode === "sandbox" ? "000000" : await simulation.mailbox.next(person.email())
    await rest(1)
    return code
  }
  const justification = { actor: "support-7", reason: "Reported by the customer" }
  const operator = (what: string, id: string, act: string) =>
    worked(call("POST", `/operator/${what}/${id}/${act}`, justification))
  const credentialOf = async ({ accountId }: Hand, type: string) =>
    (await client.credentials.list(accountId)).find((one) => one.type === type)
  const lives = ({ signer }: Hand) => signer !== undefined && Date.parse(signer.expiresAt) > now() + 30_000

  /** A person of the service, or one who has just signed up. */
  const victim = async (random: Random): Promise<Hand | undefined> => {
    if (strangers.length === 0 || random.oneIn(2))
      strangers.push(makePerson(simulation, home, 1000 * (1 + environments.indexOf(home)) + strangers.length))
    const person = random.oneIn(5) ? random.pick(known) : (strangers.at(-1) ?? random.pick(known))
    await plays(person, "visits", random)
    const wallet = person.wallet()
    return wallet === undefined ? undefined : { person, ...wallet }
  }
  const stolen = ({ person }: Hand) =>
    person.device.sessions().findLast(({ expiresAt }) => Date.parse(expiresAt) > now() + 60_000)

  /** A call with the first leg of its own, and a stamp that `stamp` makes of its payload. */
  const signed = async (
    method: string,
    path: string,
    body: unknown,
    stamp: (payload: string) => string | Promise<string>,
    second: { readonly path?: string; readonly body?: unknown } = {}
  ): Promise<boolean | undefined> => {
    const first = await call(method, path, body)
    if (first.status !== 202) return undefined
    const headers = {
      "request-id": String(first.body.requestId),
      "service-wallet-signature": await stamp(first.body.payloadToSign)
    }
    return (await call(method, second.path ?? path, second.body ?? body, headers)).status < 300
  }
  const otherSession = async ({ accountId, signer }: Hand) => {
    const { body } = await call("GET", `/auth/sessions?accountId=${accountId}`)
    return body.data?.find(({ id }: { readonly id: string }) => id !== signer?.id)?.id
  }
  const withToken = async (token: string | undefined, method: string, path: string, body?: unknown) =>
    token === undefined ? undefined : (await call(method, path, body, { authorization: token })).status < 300
  return {
    ...{ call, client, codeOf, credentialOf, device, home, justification, lives, now, operator, otherSession, plays },
    ...{ issuer: simulation.issuer, rest, signed, stolen, victim, withToken, worked }
  }
}
export type Tools = ReturnType<typeof makeTools>

export const WALLET = { id: RP.id, name: "Wallet" }
