import { limit } from "@countersign/harness/rounds"
import { listener, outcomeOf, senderOf } from "@countersign/harness/webhooks/sender"
import { describe, expect, it } from "vitest"
import { nameServer } from "./nameServer.ts"

const PUBLIC = "93.184.216.34"

describe("W2: names that change their address", () => {
  it("resolves once per send, and connects to the address that it checked", async () => {
    const { hits, port } = await listener()
    const names = await nameServer([[PUBLIC], ["127.0.0.1"]])
    const sender = senderOf({ ports: [port], resolve: names.resolve })
    const url = `https://rebind.example.com:${port}/`
    expect(sender.judge(url, "sandbox")).toBeUndefined()
    // Public at the check, private from the next query on: resolving twice would connect here.
    expect(["CONNECT_FAILED", "TIMED_OUT"]).toContain(await outcomeOf(sender, url, { timeout: 400 }))
    expect([names.asked(), hits()]).toEqual([2, 0])
    expect(await outcomeOf(sender, url)).toBe("NO_PUBLIC_ADDRESS")
    expect([names.asked(), hits()]).toEqual([4, 0])
  })

  it.each([[[PUBLIC, "127.0.0.1"]], [["127.0.0.1", PUBLIC]], [[PUBLIC, "169.254.169.254", PUBLIC]]])(
    "rejects an answer with one private address: %j",
    async (addresses) => {
      const { hits, port } = await listener()
      const names = await nameServer([addresses])
      const sender = senderOf({ ports: [port], resolve: names.resolve })
      expect(await outcomeOf(sender, `https://mixed.example.com:${port}/`)).toBe("NO_PUBLIC_ADDRESS")
      expect(hits()).toBe(0)
    }
  )

  it("does not wait for an unresponsive name server", async () => {
    const sender = senderOf({ resolve: () => new Promise(() => {}) })
    const start = Date.now()
    expect(await outcomeOf(sender, "https://slow.example.com/", { timeout: 300 })).toBe("TIMED_OUT")
    expect(Date.now() - start).toBeLessThan(limit(1000))
  })

  it("connects to one of the addresses of an honest name server", async () => {
    const { hits, port } = await listener((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"))
    const names = await nameServer([["127.0.0.1"]])
    const sender = senderOf({ allowPrivate: true, resolve: names.resolve })
    expect([await outcomeOf(sender, `http://desk.example.com:${port}/`), hits()]).toEqual([200, 1])
  })
})
