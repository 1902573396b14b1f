import { figure, limit, rounds } from "@countersign/harness/rounds"
import { mailServer } from "@countersign/harness/smtp/mailServer"
import { codeIn, serviceOn } from "@countersign/harness/smtp/service"
import { describe, expect, it, onTestFinished } from "vitest"
import { type TcpProxy, tcpProxy } from "../src/link/tcpProxy.ts"
import { percentile } from "./percentile.ts"

const PEOPLE = rounds(40, 10)

/** Timeouts in milliseconds, for servers that hang or are very slow. */
const quick = { connection: 2000, greeting: 1500, socket: 1500, mail: 2000 }

/** A mail server behind a link. It accepts e-mails unless a test makes it reject them. */
const given = async () => {
  const state = { isRejecting: false }
  const server = await mailServer({
    onRcptTo: (_, __, done) =>
      done(state.isRejecting ? Object.assign(new Error("4.7.1 try later"), { responseCode: 451 }) : null)
  })
  const link = await tcpProxy(server.port)
  onTestFinished(link.close)
  return { server, link, state, service: serviceOn(link.port, quick) }
}
type Given = Awaited<ReturnType<typeof given>>

type Repair = () => unknown

/** Faults between a service and its mail server, each with its repair. */
const faults: ReadonlyArray<readonly [string, (given: Given) => Repair | Promise<Repair>]> = [
  ["is down", ({ server }) => server.down().then(() => server.up)],
  ["is slow to answer", ({ link }) => carrying(link, () => link.delay(400))],
  ["sends one byte at a time", ({ link }) => carrying(link, () => link.drip(1, 40))],
  ["is unreachable because the network drops packets", ({ link }) => carrying(link, link.blackhole)],
  ["closes each connection midway", ({ link }) => dropEach(link)],
  [
    "defers every recipient",
    ({ state }) => {
      state.isRejecting = true
      return () => {
        state.isRejecting = false
      }
    }
  ]
]

const carrying = ({ pass }: TcpProxy, badly: () => void): Repair => {
  badly()
  return pass
}

const dropEach = (link: TcpProxy): Repair => {
  const repeated = setInterval(() => link.cutAfter(30, "toServer"), 5)
  onTestFinished(() => clearInterval(repeated))
  return () => {
    clearInterval(repeated)
    link.cutAfter(Number.POSITIVE_INFINITY, "toServer")
  }
}

describe("O15 O10: a mail server that", () => {
  it.each(faults)(
    "%s slows down no call, and after its repair every user has the one valid code",
    async (what, breaks) => {
      const all = await given()
      const { server, service } = all
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, async (_, nth) => {
          const email = `user${nth}@example.com`
          return { email, credentialId: await service.credential(email) }
        })
      )
      /** Requests a code for each user in turn. Returns the bundles and the p99 of the durations. */
      const requested = async () => {
        const took: Array<number> = []
        const bundles: Array<string> = []
        for (const { credentialId } of people) {
          const began = performance.now()
          const { bundle, status } = await service.challenge(credentialId)
          took.push(performance.now() - began)
          expect(status).toBe(200)
          bundles.push(bundle)
        }
        return { bundles, p99: percentile(99, took) }
      }
      await requested()
      await service.until(() => server.letters.length).toBe(PEOPLE)
      const well = await requested()
      await service.until(() => server.letters.length).toBe(2 * PEOPLE)

      const repair = await breaks(all)
      service.pass(1000)
      const ill = await requested()
      // A call that waited for the mail server would take at least hundreds of milliseconds.
      expect(ill.p99).toBeLessThan(limit(3 * well.p99 + 100))

      await repair()
      const lettersTo = (email: string) => server.letters.filter(({ to }) => to.includes(email))
      await service.until(() => people.every(({ email }) => lettersTo(email).length > 2)).toBe(true)
      for (const [nth, { credentialId, email }] of people.entries()) {
        const [, before, ...newest] = lettersTo(email).map(codeIn)
        // An interrupted e-mail may be sent twice, with the same code.
        expect(new Set(newest).size).toBe(1)
        expect(await service.opens(credentialId, ill.bundles[nth]!, newest[0]!)).toBe(true)
        expect(await service.opens(credentialId, well.bundles[nth]!, before!)).toBe(false)
      }
      figure(
        `a mail server that ${what}: p99 of a challenge ${ill.p99.toFixed(1)} ms, ${well.p99.toFixed(1)} ms after its repair`
      )
    }
  )
})
