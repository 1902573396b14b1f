import { describe, expect, it, onTestFinished } from "vitest"
import { mailServer } from "../../../adapters/smtp/test/given.ts"
import { codeIn, serviceOn } from "../../../adapters/smtp/test/service.ts"
import { figure } from "../../countersign/test/faults/figures.ts"
import { rounds } from "../../countersign/test/faults/rounds.ts"
import { type TcpProxy, tcpProxy } from "../src/link/tcpProxy.ts"
import { percentile } from "./percentile.ts"

const PEOPLE = rounds(100, 10)

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

/** What goes wrong between a service and its mail server. It stays so until the link passes all again. */
const faults: ReadonlyArray<readonly [string, (given: Given) => unknown]> = [
  ["is down", ({ server }) => server.down()],
  ["is slow to answer", ({ link }) => link.delay(400)],
  ["drips a byte at a time", ({ link }) => link.drip(1, 40)],
  ["is swallowed by the network", ({ link }) => link.blackhole()],
  ["drops each connection in the middle", ({ link }) => dropEach(link)],
  ["puts off every recipient", ({ state }) => Object.assign(state, { isRejecting: true })]
]

/** Cuts every connection once the client has said a little, until the test ends or the link passes all again. */
const dropEach = (link: TcpProxy): void => {
  const again = setInterval(() => link.cutAfter(30, "toServer"), 5)
  dropping.add(again)
  onTestFinished(() => clearInterval(again))
}
const dropping = new Set<NodeJS.Timeout>()

const repaired = async ({ link, server, state }: Given, wasDown: boolean): Promise<void> => {
  for (const timer of dropping) clearInterval(timer)
  link.cutAfter(Number.POSITIVE_INFINITY, "toServer")
  state.isRejecting = false
  link.pass()
  if (wasDown) await server.up()
}

describe("O15 O10: a mail server that", () => {
  it.each(faults)(
    "%s makes no call slower, and once it is well each has one mail with the one code that lives",
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

      await breaks(all)
      service.pass(1000)
      const first = await asked()
      service.pass(1000)
      const second = await asked()
      const p99 = Math.max(first.p99, second.p99)
      // A call that waited for the mail server would wait for hundreds of milliseconds at the least.
      expect(p99).toBeLessThan(3 * well.p99 + 100)

      await repaired(all, what === "is down")
      const newest = (email: string) => server.letters.filter(({ to }) => to.includes(email)).slice(2)
      await service.until(() => people.every(({ email }) => newest(email).length > 0)).toBe(true)
      for (const [nth, { credentialId, email }] of people.entries()) {
        const codes = newest(email).map(codeIn)
        await expect
          .poll(() => service.opens(credentialId, second.bundles[nth]!, codeIn(newest(email).at(-1)!)))
          .toBe(true)
        // The code of before opens nothing: its bundle is answered with whatever code there was.
        for (const code of codes) expect(await service.opens(credentialId, first.bundles[nth]!, code)).toBe(false)
      }
      figure(
        `a mail server that ${what}: p99 of a challenge ${p99.toFixed(1)} ms, ${well.p99.toFixed(1)} ms when it is well`
      )
    }
  )
})
