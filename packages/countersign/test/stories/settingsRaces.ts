import { callers, type World } from "@countersign/harness/world"
import { describe, expect, it } from "vitest"

/** Concurrent changes of the settings of one platform, and creations of one platform, against a service on any store. */
export const settingsRaces = (store: string, world: () => World, rounds: number) => {
  const read = async (path = "") => (await world().call(callers.a, "GET", `/platform/settings${path}`)).body
  const passkeysOf = (rpId: string) => ({ rpIds: [rpId], origins: [`https://${rpId}`] })
  const set = (revision: number, rpId: string) =>
    world().call(callers.support, "PATCH", "/platform/settings", { body: { revision, passkeys: passkeysOf(rpId) } })

  describe(`races of settings on ${store}, ${rounds} rounds each`, { timeout: 600_000 }, () => {
    it("PL1: of two patches of one revision, one is made and the other is refused", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { revision } = await read()
        const sites = ["one.example", "two.example"]
        const answers = await Promise.all(sites.map((site) => set(revision, site)))
        expect([round, answers.map(({ status }) => status).sort()]).toEqual([round, [200, 409]])
        const won = sites[answers.findIndex(({ status }) => status === 200)] ?? ""
        expect(await read()).toMatchObject({ revision: revision + 1, passkeys: passkeysOf(won) })
        const { data } = await read("/revisions?limit=1")
        expect(data).toMatchObject([{ revision: revision + 1, settings: { passkeys: passkeysOf(won) } }])
      }
    })

    it("PL1: a change is in the very next answer, of whichever node gives it", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { revision } = await read()
        const changed = await set(revision, `site-${round}.example`)
        expect(changed.status).toBe(200)
        // Two calls, so that the nodes of a service give one answer each.
        for (const answer of [await read(), await read()]) expect(answer).toEqual(changed.body)
      }
    })

    it("PL4: of concurrent calls for one id, creates one platform with one token", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const body = { platformId: `race-${round}`, name: "first", permissions: ["VIEW"] }
        const create = () => world().call(callers.chief, "POST", "/platforms", { body })
        const answers = await Promise.all([create(), create(), create(), create()])
        expect([round, answers.map(({ status }) => status).sort()]).toEqual([round, [201, 409, 409, 409]])
        const { clientId, clientSecret } = answers.find(({ status }) => status === 201)?.body.token ?? {}
        const tokens = await world().call({ token: clientId, secret: clientSecret }, "GET", "/tokens")
        expect(tokens.body.data).toHaveLength(1)
      }
    })
  })
}
