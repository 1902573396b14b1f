import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())

const SITE = { rpIds: ["pay.example.com"], origins: ["https://pay.example.com"] }
const read = async (caller = callers.a) => (await world.call(caller, "GET", "/platform/settings")).body
const change = (body: unknown, caller = callers.support) => world.call(caller, "PATCH", "/platform/settings", { body })
const revisions = async (caller = callers.a) =>
  (await world.call(caller, "GET", "/platform/settings/revisions")).body.data

let revision = 0
beforeEach(async () => {
  revision = (await read()).revision
})

describe("the settings of a platform", () => {
  it("are at revision 0 and empty until the first change", async () => {
    expect(await read(callers.live)).toEqual({ revision: 0 })
    expect(await revisions(callers.live)).toEqual([])
  })

  it("PL1: are changed by a section, which null removes, and every revision is stored with the token that made it", async () => {
    const set = await change({ revision, passkeys: SITE })
    expect([set.status, set.body]).toEqual([200, { revision: revision + 1, passkeys: SITE, updatedAt: now() }])
    const unchanged = await change({ revision: revision + 1 })
    expect(unchanged.body).toEqual({ revision: revision + 2, passkeys: SITE, updatedAt: now() })
    const removed = await change({ revision: revision + 2, passkeys: null })
    expect(removed.body).toEqual({ revision: revision + 3, updatedAt: now() })
    const made = { tokenId: "support", createdAt: now() }
    expect((await revisions()).slice(0, 3)).toEqual([
      { revision: revision + 3, settings: {}, ...made },
      { revision: revision + 2, settings: { passkeys: SITE }, ...made },
      { revision: revision + 1, settings: { passkeys: SITE }, ...made }
    ])
  })

  it("PL1: refuse a patch of another revision than the current one, and do not change", async () => {
    await change({ revision, passkeys: SITE })
    const before = await read()
    for (const stale of [revision, revision + 2]) {
      const { body, status } = await change({ revision: stale, passkeys: null })
      expect([status, body.code, body.reason]).toEqual([409, "CONFLICT", "Settings have changed"])
    }
    expect(await read()).toEqual(before)
  })

  it.each([
    ["an unknown section", { colours: {} }, "colours"],
    ["an unknown field of a section", { passkeys: { ...SITE, timeout: 1 } }, "passkeys.timeout"],
    ["an absent field of a section", { passkeys: { rpIds: SITE.rpIds } }, "passkeys.origins"],
    ["an empty list", { passkeys: { ...SITE, rpIds: [] } }, "passkeys.rpIds"],
    ["a URL as a relying party", { passkeys: { ...SITE, rpIds: ["https://pay.example.com"] } }, "passkeys.rpIds.0"],
    ["an upper-case relying party", { passkeys: { ...SITE, rpIds: ["Pay.example.com"] } }, "passkeys.rpIds.0"],
    ["an origin without a scheme", { passkeys: { ...SITE, origins: ["pay.example.com"] } }, "passkeys.origins.0"],
    ["a revision that is not a number", { revision: "0" }, "revision"],
    ["a negative revision", { revision: -1 }, "revision"]
  ])("refuse %s by name", async (_, patch, field) => {
    const before = await read()
    const { body, status } = await change({ revision, ...patch })
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"])
    expect(body.details.errors.map((each: { readonly field: string }) => each.field)).toEqual([field])
    expect(await read()).toEqual(before)
  })

  it("PL1 I18: are changed by a token with OPERATE alone, also if another has every other scope", async () => {
    const { body, status } = await change({ revision, passkeys: SITE }, callers.a)
    expect([status, body.code]).toEqual([403, "FORBIDDEN"])
    expect((await read()).revision).toBe(revision)
  })

  it("PL1 I9: are those of one platform and one mode", async () => {
    await change({ revision, passkeys: SITE })
    for (const other of [callers.b, callers.live, callers.liveB]) {
      expect([await read(other), await revisions(other)]).toEqual([{ revision: 0 }, []])
    }
  })

  it("are read and changed by the host's own program as well", async () => {
    const { settings } = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const changed = await settings.update({ revision, passkeys: SITE })
    expect(changed).toEqual(await settings.read())
    const [newest] = (await settings.revisions({ limit: 1 })).data
    expect(newest).toEqual({ revision: revision + 1, settings: { passkeys: SITE }, tokenId: null, createdAt: now() })
    await expect(settings.update({ revision })).rejects.toMatchObject({ status: 409, code: "CONFLICT" })
  })
})

const now = () => new Date(world.at()).toISOString()
