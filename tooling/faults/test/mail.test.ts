import { figure, rounds } from "@countersign/harness/rounds"
import { mailServer } from "@countersign/harness/smtp/mailServer"
import { codeIn, serviceOn } from "@countersign/harness/smtp/service"
import { describe, expect, it, onTestFinished } from "vitest"
import { type TcpProxy, tcpProxy } from "../src/link/tcpProxy.ts"
import { percentile } from "./percentile.ts"

const PEOPLE = rounds(40, 10)

/** For a server that hangs, or is so slow that it may as well. */
const quick = { connection: 2000, greeting: 1500, socket: 1500, mail: 2000 }

/** A mail server behind a link, which takes what it is sent while it is not told to refuse. */
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

/** What goes wrong between a service and its mail server, and how it is put right. */
const faults: ReadonlyArray<readonly [string, (given: Given) => Repair | Promise<Repair>]> = [
  ["is down", ({ server }) => server.down().then(() => server.up)],
  ["is slow to answer", ({ link }) => carrying(link, () => link.delay(400))],
  ["drips a byte at a time", ({ link }) => carrying(link, () => link.drip(1, 40))],
  ["is swallowed by the network", ({ link }) => carrying(link, link.blackhole)],
  ["drops each connection in the middle", ({ link }) => dropEach(link)],
  [
    "puts off every recipient",
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
  const again = setInterval(() => link.cutAfter(30, "toServer"), 5)
  onTestFinished(() => clearInterval(again))
  return () => {
    clearInterval(again)
    link.cutAfter(Number.POSITIVE_INFINITY, "toServer")
  }
}

describe("O15 O10: a mail server that", () => {
  it.each(faults)(
    "%s makes no call slower, and once it is well each has the one code that lives",
    async (what, breaks) => {
      const all = await given()
      const { server, service } = all
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, async (_, nth) => {
          const email = `user${nth}@example.com`
          return { email, credentialId: await service.credential(email) }
        })
      )
      /** Asks for a code for each, one after another: the bundles, and how long the slowest but one of a hundred took. */
      const asked = async () => {
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
      await asked()
      await service.until(() => server.letters.length).toBe(PEOPLE)
      const well = await asked()
      await service.until(() => server.letters.length).toBe(2 * PEOPLE)

      const repair = await breaks(all)
      service.pass(1000)
      const ill = await asked()
      // A call that waited for the mail server would wait for hundreds of milliseconds at the least.
      expect(ill.p99).toBeLessThan(3 * well.p99 + 100)

      await repair()
      const lettersTo = (email: string) => server.letters.filter(({ to }) => to.includes(email))
      await service.until(() => people.every(({ email }) => lettersTo(email).length > 2)).toBe(true)
      for (const [nth, { credentialId, email }] of people.entries()) {
        const [, before, ...newest] = lettersTo(email).map(codeIn)
        // A mail that was cut off may come twice, with the same code in it.
        expect(new Set(newest).size).toBe(1)
        expect(await service.opens(credentialId, ill.bundles[nth]!, newest[0]!)).toBe(true)
        expect(await service.opens(credentialId, well.bundles[nth]!, before!)).toBe(false)
      }
      figure(
        `a mail server that ${what}: p99 of a challenge ${ill.p99.toFixed(1)} ms, ${well.p99.toFixed(1)} ms when it is well`
      )
    }
  )
})
