import { hostileUrls, injections, neighbours, platformAddresses } from "@countersign/harness/webhooks/hostileUrls"
import { listener, outcomeOf, senderOf } from "@countersign/harness/webhooks/sender"
import { describe, expect, it } from "vitest"
import { isPublic } from "../src/index.ts"

describe("W1: addresses of a host's own network", () => {
  it("covers more than 60 addresses", () => {
    expect(hostileUrls().length).toBeGreaterThan(60)
  })

  it.each(hostileUrls())("rejects %j when it is set, in both modes", (url) => {
    const sender = senderOf()
    expect(sender.judge(url, "sandbox")).toBeDefined()
    expect(sender.judge(url, "production")).toBeDefined()
  })

  it("connects to none of them when it sends", async () => {
    const { hits, port } = await listener()
    const sender = senderOf({ ports: [port] })
    const outcomes = await Promise.all(hostileUrls(port).map((url) => outcomeOf(sender, url)))
    expect(new Set(outcomes)).toEqual(new Set(["URL_REFUSED"]))
    expect(hits()).toBe(0)
    // The listener would have counted the connection.
    expect(await outcomeOf(senderOf({ allowPrivate: true }), `http://127.0.0.1:${port}/`)).toBe("BROKEN_OFF")
    expect(hits()).toBe(1)
  })

  it("connects to none of them through a name", async () => {
    const { hits, port } = await listener()
    const addresses = ["127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "100.64.0.1", "::ffff:127.0.0.1", "0.0.0.0"]
    for (const address of [...addresses, "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "fe80::1", "::"]) {
      const sender = senderOf({ ports: [port], resolve: async () => [address] })
      expect([address, await outcomeOf(sender, `https://hooks.example.com:${port}/`)]).toEqual([
        address,
        "NO_PUBLIC_ADDRESS"
      ])
    }
    expect(hits()).toBe(0)
  })

  it.each(platformAddresses)(
    "rejects %s, an address of a cloud platform, when it is set and through a name (FL5)",
    async (address) => {
      const { hits, port } = await listener()
      const host = address.includes(":") ? `[${address}]` : address
      const sender = senderOf({ ports: [443, port], resolve: async () => [address] })
      expect(sender.judge(`https://${host}/`, "production")).toBe("ADDRESS_NOT_PUBLIC")
      expect(sender.judge(`https://${host}/`, "sandbox")).toBe("ADDRESS_NOT_PUBLIC")
      expect(await outcomeOf(sender, `https://${host}:${port}/`)).toBe("URL_REFUSED")
      expect(await outcomeOf(sender, `https://hooks.example.com:${port}/`)).toBe("NO_PUBLIC_ADDRESS")
      expect(hits()).toBe(0)
    }
  )

  it("accepts the addresses next to those of cloud platforms (FL5)", () => {
    expect(neighbours.filter((address) => !isPublic(address))).toEqual([])
  })

  it("responds equally for a name that does not exist, so that existing names are not disclosed", async () => {
    const inside = senderOf({ resolve: async () => ["10.0.0.1"] })
    const absent = senderOf({ resolve: () => Promise.reject(new Error("ENOTFOUND")) })
    const [one, other] = [inside, absent].map((sender) => outcomeOf(sender, "https://vault.example.com/"))
    expect(await one).toBe(await other)
  })

  it("accepts public addresses", () => {
    const sender = senderOf()
    for (const url of [
      "https://hooks.example.com/in?key=1",
      "https://hooks.example.com:8443/",
      "https://EXAMPLE.com./",
      "https://93.184.216.34/",
      "https://[2606:2800:220:1:248:1893:25c8:1946]/",
      "https://[::ffff:93.184.216.34]/",
      "https://münchen.example/"
    ]) {
      expect([url, sender.judge(url, "production")]).toEqual([url, undefined])
    }
    expect(["8.8.8.8", "2001:4860:4860::8888", "1.1.1.1"].map(isPublic)).toEqual([true, true, true])
    expect(["not an address", "", "999.1.1.1"].map(isPublic)).toEqual([false, false, false])
  })

  it("rejects other ports with an error code", () => {
    expect(senderOf().judge("https://hooks.example.com:22/", "sandbox")).toBe("PORT_NOT_ALLOWED")
    expect(senderOf().judge("https://hooks.example.com:80/", "sandbox")).toBe("PORT_NOT_ALLOWED")
  })

  it("allows private addresses for development in the sandbox, and never in production", async () => {
    const { hits, port } = await listener((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"))
    const sender = senderOf({ allowPrivate: true })
    const url = `http://localhost:${port}/`
    expect([sender.judge(url, "sandbox"), await outcomeOf(sender, url)]).toEqual([undefined, 204])
    expect(sender.judge(url, "production")).toBe("SCHEME_NOT_HTTPS")
    expect(await outcomeOf(sender, url, { mode: "production" })).toBe("URL_REFUSED")
    expect(hits()).toBe(1)
  })
})

describe("W13: a header in an address", () => {
  it.each(injections)("refuses %j", (url) => {
    expect(senderOf().judge(url, "sandbox")).toBe("MALFORMED")
    expect(senderOf({ allowPrivate: true }).judge(url, "sandbox")).toBe("MALFORMED")
  })
})
