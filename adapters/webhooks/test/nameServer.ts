import { createSocket } from "node:dgram"
import { Resolver } from "node:dns/promises"
import { once } from "node:events"
import { onTestFinished } from "vitest"

/** A name server on loopback that answers the nth round of queries with the nth list of addresses, TTL 0. */
export const nameServer = async (rounds: ReadonlyArray<ReadonlyArray<string>>) => {
  let requested = 0
  const server = createSocket("udp4")
  server.on("message", (query, from) => {
    const isV4 = query.readUInt16BE(query.length - (query.includes(OPT) ? 15 : 4)) === 1
    // Each resolution queries twice, for A and for AAAA.
    const round = rounds[Math.min(Math.floor(requested / 2), rounds.length - 1)] ?? []
    requested += 1
    server.send(answerTo(query, isV4 ? round : []), from.port, from.address)
  })
  server.bind(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const resolver = new Resolver({ timeout: 60_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  const all = async (name: string): Promise<ReadonlyArray<string>> => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return [four, six].flatMap((each) => (each.status === "fulfilled" ? each.value : []))
  }
  return { resolve: all, asked: () => requested }
}

/** An EDNS record, which some resolvers append to their query. */
const OPT = Buffer.from([0, 0, 41])

/** RFC 1035 section 4: the repeated question, and a record for each address. */
const answerTo = (query: Buffer, addresses: ReadonlyArray<string>): Buffer => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const records = addresses.map((address) =>
    Buffer.concat([Buffer.from("c00c0001000100000000" + "0004", "hex"), Buffer.from(address.split(".").map(Number))])
  )
  return Buffer.concat([head, question, ...records])
}
