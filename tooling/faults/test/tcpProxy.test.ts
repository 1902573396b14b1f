import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { tcpProxy } from "../src/link/tcpProxy.ts"

/** An echo server, a proxy in front of it, and a client. */
const echoed = async () => {
  const received: Array<string> = []
  const sockets: Array<Socket> = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on("error", ({ message }) => void received.push(message))
    socket.on("data", (bytes) => {
      received.push(bytes.toString())
      socket.write(bytes)
    })
    socket.on("end", () => {
      received.push("end")
      socket.end("bye")
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const link = await tcpProxy((server.address() as AddressInfo).port)
  onTestFinished(async () => {
    await link.close()
    server.close()
  })
  return { link, heard: received, sockets, dial: () => dial(link.port) }
}

const dial = async (port: number) => {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
  const state = { text: "", ended: false, closed: false, fault: "" }
  socket.on("data", (bytes) => {
    state.text += bytes.toString()
  })
  socket.on("end", () => {
    state.ended = true
  })
  socket.on("close", () => {
    state.closed = true
  })
  socket.on("error", (fault) => {
    state.fault = "code" in fault ? String(fault.code) : fault.message
  })
  await once(socket, "connect")
  onTestFinished(() => void socket.destroy())
  return Object.assign(state, { socket })
}

describe("a link in the mode", () => {
  it("pass forwards both directions and counts their bytes", async () => {
    const { dial, link } = await echoed()
    const client = await dial()
    client.socket.write("hello")
    await expect.poll(() => client.text).toBe("hello")
    expect([link.passed, link.open()]).toEqual([{ toServer: 5, toClient: 5 }, 1])
    client.socket.end()
    await expect.poll(() => client.text).toBe("hellobye")
    await expect.poll(() => link.open()).toBe(0)
  })

  it("delay forwards each chunk later", async () => {
    const { dial, link } = await echoed()
    const client = await dial()
    link.delay(60)
    const began = performance.now()
    client.socket.write("hello")
    await expect.poll(() => client.text, { interval: 1 }).toBe("hello")
    expect(performance.now() - began).toBeGreaterThan(110)
  })

  it("drip forwards a few bytes at a time", async () => {
    const { dial, link } = await echoed()
    const client = await dial()
    link.drip(2, 20)
    const began = performance.now()
    client.socket.write("hello")
    await expect.poll(() => client.text, { interval: 1 }).toBe("hello")
    // Three chunks to the server, and the last of them again on the way back.
    expect(performance.now() - began).toBeGreaterThan(75)
  })

  it("blackhole accepts connections, forwards nothing, and forwards the retained data in the mode pass", async () => {
    const { dial, heard: received, link } = await echoed()
    const before = await dial()
    link.blackhole()
    const during = await dial()
    before.socket.write("one")
    during.socket.end("two")
    // Data of another link arrives in the meantime, so this link had enough time.
    const well = await echoed()
    const other = await well.dial()
    other.socket.write("three")
    await expect.poll(() => other.text).toBe("three")
    expect([received, before.text, during.closed]).toEqual([[], "", false])
    link.pass()
    await expect.poll(() => [before.text, during.text]).toEqual(["one", "twobye"])
  })

  it("cut closes open connections, and forwards later ones", async () => {
    const { dial, heard: received, link } = await echoed()
    const client = await dial()
    client.socket.write("hello")
    await expect.poll(() => client.text).toBe("hello")
    link.cut()
    await expect.poll(() => [client.ended, received.at(-1), link.open()]).toEqual([true, "end", 0])
    const next = await dial()
    next.socket.write("again")
    await expect.poll(() => next.text).toBe("again")
  })

  it("reset ends open connections with an RST on both sides", async () => {
    const { dial, heard: received, link } = await echoed()
    const client = await dial()
    client.socket.write("hello")
    await expect.poll(() => client.text).toBe("hello")
    link.reset()
    await expect.poll(() => [client.fault, received.at(-1)]).toEqual(["ECONNRESET", "read ECONNRESET"])
  })

  it("half-close ends one direction, and forwards the response", async () => {
    const { dial, heard: received, link } = await echoed()
    const client = await dial()
    client.socket.write("hello")
    await expect.poll(() => client.text).toBe("hello")
    link.halfClose("toServer")
    await expect.poll(() => [client.text, received]).toEqual(["hellobye", ["hello", "end"]])
  })

  it.each([
    ["toServer", 0, ""],
    ["toServer", 3, "hel"],
    ["toServer", 7, "hello, "],
    ["toClient", 0, ""],
    ["toClient", 4, "hell"]
  ] as const)("cut %s after %d bytes forwards exactly those bytes", async (direction, bytes, text) => {
    const { dial, heard: received, link } = await echoed()
    const client = await dial()
    link.cutAfter(bytes, direction)
    client.socket.write("hello, world")
    await expect.poll(() => client.ended || client.fault !== "").toBe(true)
    await expect.poll(() => received.includes("end") || received.some((one) => one.includes("ECONNRESET"))).toBe(true)
    const arrived = direction === "toServer" ? received.filter((one) => one !== "end").join("") : client.text
    expect(arrived.startsWith(text) && !arrived.includes("world")).toBe(true)
    expect([link.passed[direction], link.cuts()]).toEqual([text.length, 1])
    // It is cut only once.
    const next = await dial()
    next.socket.write("hello, world")
    await expect.poll(() => next.text).toBe("hello, world")
  })

  it("redirect forwards new connections to another port", async () => {
    const { dial, link } = await echoed()
    const other = await echoed()
    link.to(other.link.port)
    const client = await dial()
    client.socket.write("hello")
    await expect.poll(() => client.text).toBe("hello")
    expect(other.heard).toEqual(["hello"])
  })
})
