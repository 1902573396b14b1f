import type { Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { portOf } from "@countersign/harness/listening"
import { limit } from "@countersign/harness/rounds"
import { certificate } from "@countersign/harness/smtp/certificate"
import { OK, rude } from "@countersign/harness/webhooks/rude"
import { listener, outcomeOf, senderOf } from "@countersign/harness/webhooks/sender"
import { describe, expect, it, onTestFinished } from "vitest"

describe("W4: receivers that misbehave", () => {
  it.each(rude)("a receiver that %s", async (_, serve, expected) => {
    const { port } = await listener(serve)
    const start = Date.now()
    const timeout = expected.includes("TIMED_OUT") ? 1200 : 60_000
    const outcome = await outcomeOf(senderOf({ allowPrivate: true }), `http://127.0.0.1:${port}/`, { timeout })
    expect(expected).toContain(outcome)
    expect(Date.now() - start).toBeLessThan(limit(1800))
  })

  it("reads 64 KiB of 10 MB, and closes the connection", async () => {
    let socketOf: Socket | undefined
    const { port } = await listener((socket) => {
      socketOf = socket
      socket.write(`${OK}content-length: 10000000\r\n\r\n`)
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(10_000))) {}
        socket.once("drain", more)
      }
      more()
    })
    const before = process.memoryUsage().rss
    expect(await outcomeOf(senderOf({ allowPrivate: true }), `http://127.0.0.1:${port}/`)).toBe(200)
    if (socketOf?.destroyed === false) await new Promise((resolve) => socketOf?.once("close", resolve))
    // At most what the system buffers on both sides.
    expect(socketOf?.bytesWritten).toBeLessThan(9_000_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  it("reports a refused connection", async () => {
    expect(await outcomeOf(senderOf({ allowPrivate: true }), "http://127.0.0.1:1/")).toBe("CONNECT_FAILED")
  })

  it("100 unresponsive receivers delay no other", async () => {
    const hanging = await listener(() => {})
    const well = await listener((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"))
    const sender = senderOf({ allowPrivate: true })
    const url = `http://127.0.0.1:${hanging.port}/`
    const stuck = Array.from({ length: 100 }, () => outcomeOf(sender, url, { timeout: 1500 }))
    const start = Date.now()
    expect(await outcomeOf(sender, `http://127.0.0.1:${well.port}/`)).toBe(200)
    expect(Date.now() - start).toBeLessThan(limit(800))
    expect(new Set(await Promise.all(stuck))).toEqual(new Set(["TIMED_OUT"]))
  })
})

describe("W3: redirects", () => {
  it.each([301, 302, 303, 307, 308])("a %d is a response, and is not followed", async (status) => {
    const inner = await listener()
    const { port } = await listener((socket) =>
      socket.end(`HTTP/1.1 ${status} Moved\r\nlocation: http://127.0.0.1:${inner.port}/\r\ncontent-length: 0\r\n\r\n`)
    )
    expect(await outcomeOf(senderOf({ allowPrivate: true }), `http://127.0.0.1:${port}/`)).toBe(status)
    expect(inner.hits()).toBe(0)
  })
})

describe("the request", () => {
  it("contains the given body, with the name of the receiver in Host and in the TLS handshake", async () => {
    const seen: Array<unknown> = []
    const name = "hooks.example.com"
    const pair = certificate(name)
    const server = createTlsServer(pair, (socket) => {
      let text = ""
      socket.on("data", (chunk) => {
        text += chunk
        if (!text.includes("\r\n\r\n{}")) return
        seen.push(Reflect.get(socket, "servername"), /^host: (.*)$/imu.exec(text)?.[1], text.split("\r\n")[0])
        socket.end("HTTP/1.1 200 OK\r\n\r\n")
      })
      socket.on("error", () => {})
    })
    const port = await portOf(server)
    onTestFinished(() => void server.close())
    const resolve = async () => ["127.0.0.1"]
    const trusting = senderOf({ allowPrivate: true, ca: pair.cert, resolve })
    expect(await outcomeOf(trusting, `https://${name}:${port}/in?a=1`)).toBe(200)
    expect(seen).toEqual([name, `${name}:${port}`, "POST /in?a=1 HTTP/1.1"])
    // Another name, and an untrusted certificate.
    expect(await outcomeOf(trusting, `https://other.example.com:${port}/`)).toBe("TLS_FAILED")
    const doubting = senderOf({ allowPrivate: true, resolve })
    expect(await outcomeOf(doubting, `https://${name}:${port}/`)).toBe("TLS_FAILED")
  })

  it("ignores the proxy settings of the process", async () => {
    const proxy = await listener()
    const { hits, port } = await listener((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"))
    const url = `http://127.0.0.1:${proxy.port}`
    const before = { ...process.env }
    Object.assign(process.env, { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, NODE_USE_ENV_PROXY: "1" })
    try {
      expect(await outcomeOf(senderOf({ allowPrivate: true }), `http://127.0.0.1:${port}/`)).toBe(200)
    } finally {
      process.env = before
    }
    expect([hits(), proxy.hits()]).toEqual([1, 0])
  })
})
