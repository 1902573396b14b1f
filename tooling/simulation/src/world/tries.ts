import { basic } from "@countersign/harness/world"
import type { Random } from "../scheduler/Random.ts"
import { makeAttacks } from "./attacks.ts"
import { type Home, learn } from "./cast.ts"
import { type Hand, makeTools, WALLET } from "./hand.ts"
import { makeMoves } from "./moves.ts"
import type { Party, Simulation } from "./Simulation.ts"
import type { Person } from "./user.ts"

/**
 * A thief who has one thing of a person, and plays any sequence of calls with it. All invariants apply
 * to each move; an attack names the one that its success violates.
 */
export const makeTries = (simulation: Simulation, home: Home, people: ReadonlyArray<Person>): Party => {
  const tools = makeTools(simulation, home, people)
  const { call, client, device, rest, stolen, victim } = tools
  const moves = { ...makeMoves(tools), ...makeAttacks(tools) }

  /** The thing that a thief begins with. */
  const things: Readonly<Record<string, (hand: Hand, random: Random) => Promise<void> | void>> = {
    "a stolen session": (hand) => {
      const signer = stolen(hand)
      if (signer !== undefined) hand.signer = signer
    },
    "a mailbox": async (hand, random) => {
      hand.hasMailbox = true
      if (random.oneIn(2)) await moves["signs in by the mailbox"]?.play(hand, random)
    },
    "a token of few scopes": async (hand, random) => {
      const permissions = random.pick([["VIEW"], ["VIEW", "MANAGE"], ["MANAGE"]])
      const { body, status } = await call("POST", "/tokens", { name: `part ${random.upTo(99)}`, permissions })
      if (status !== 201) return
      const caller = { token: String(body.clientId), secret: String(body.clientSecret) }
      learn(caller, home)
      ;[hand.tokenId, hand.token] = [String(body.id), basic(caller)]
    },
    "a saved code": async (hand) => {
      const { body } = await call("GET", "/platform/settings")
      await call("PATCH", "/platform/settings", {
        revision: body.revision,
        recovery: { savedCodes: { enabled: true } }
      })
      const signer = stolen(hand)
      if (signer === undefined) return
      hand.codes = await client.recovery.createCodes(hand.accountId, { signer })
      // Until they are confirmed, those before them work.
      await rest(home.mode === "sandbox" ? 0 : CONFIRMATION)
    },
    "a passkey of the account": async (hand, random) => {
      const [signer, { accountId }] = [stolen(hand), hand]
      if (signer === undefined) return
      hand.passkeyId = (await client.passkeys.register({ accountId, nickname: "phone", signer, rp: WALLET })).id
      await moves["signs in by its passkey"]?.play(hand, random)
    }
  }
  const playing = (begin: (hand: Hand, random: Random) => Promise<void> | void) => async (random: Random) => {
    const hand = await victim(random)
    if (hand === undefined) return
    await begin(hand, random)
    for (let left = random.between(2, 6); left > 0; left -= 1) {
      const able = Object.entries(moves).filter(([, { needs }]) => needs === undefined || hand[needs] !== undefined)
      const own = able.filter(([, { needs }]) => needs !== undefined)
      const [name, move] = random.pick(own.length > 0 && !random.oneIn(3) ? own : able)
      const isSuccessful = await move.play(hand, random).catch(() => undefined)
      if (move.violates === undefined || isSuccessful === undefined) continue
      const at = simulation.scheduler.now()
      simulation.history.add({ kind: "attack", at, invariant: move.violates, what: name, isSuccessful })
    }
  }
  return {
    owner: device.owner,
    acts: Object.fromEntries(Object.entries(things).map(([thing, begin]) => [`has ${thing}`, playing(begin)]))
  }
}

/** As long as credentials and codes are unconfirmed in production. */
const CONFIRMATION = 260_000_000
