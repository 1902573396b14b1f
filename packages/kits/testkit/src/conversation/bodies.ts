import { setTimeout } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { same } from "../stories/Story.ts"
import { type Arrival, echoed, isBodiless, mountEcho } from "./echo.ts"
import type { Line } from "./line.ts"
import { type Chapter, json, type Scene, story } from "./service.ts"

/** Every byte value, including sequences that are not UTF-8, not text, or a bare CR or LF. */
const binary = Buffer.from(Array.from({ length: 1024 }, (_, at) => (at * 7) % 256))

const bodies: ReadonlyArray<readonly [string, string | Uint8Array]> = [
  ["JSON with whitespace, repeated keys and escapes", '{ "a" : 1.0, "a":1e2,\r\n\t"b":"\\u00e9\\/" } '],
  ["JSON with U+2028 and astral characters", JSON.stringify({ text: "\u2028\u2029é😀𝄞" })],
  ["a byte order mark", "\ufeff{}"],
  ["text that is not JSON", "{"],
  ["one byte", "0"],
  ["binary", binary],
  ["a compressed body", gzipSync("{}")]
]

const chunked = ["Transfer-Encoding", "chunked"] as const
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])
const LAST = "0\r\n\r\n"

/** Returns the request that the handler receives for a POST whose body is written by hand. */
const sent = async (
  scene: Scene,
  headers: ReadonlyArray<readonly [string, string]>,
  send: (line: Line) => Promise<void>
): Promise<Arrival | undefined> => {
  const echo = await mountEcho(scene)
  const line = await echo.dial()
  line.say(echo.encode({ method: "POST", path: "/x", headers: [json, ...headers] }))
  await send(line)
  const { status } = await line.hear("POST")
  same("A complete body is served", status, 200)
  return echo.arrivals[0]
}

export const bodiesIn: Chapter = {
  name: "bodies",
  stories: [
    ...bodies.map(([what, body]) =>
      echoed(`${what} reaches the handler and returns to the caller byte for byte`, async (echo) => {
        const bytes = Buffer.from(body)
        for (const type of [json, ["Content-Type", "application/octet-stream"], undefined] as const) {
          const headers = type === undefined ? [] : [type]
          const answer = await echo.send({ method: "POST", path: "/x", headers, body })
          same("The handler receives the body as it was sent", echo.arrivals.at(-1)?.body, bytes)
          same("The caller receives the response body as the handler returned it", answer.body, bytes)
        }
      })
    ),
    ...["POST", "PUT", "PATCH", "DELETE"].map((method) =>
      echoed(`${method} is served with and without a body`, async (echo) => {
        same(
          "The handler receives the body",
          String((await echo.arrivalOf({ method, path: "/x", body: "{}" })).body),
          "{}"
        )
        await isBodiless(echo, method)
      })
    ),
    story("a chunked body is decoded before it reaches the handler", async (scene) => {
      const arrival = await sent(scene, [chunked], async (line) => {
        for (let at = 0; at < binary.length; at += 100) line.say(chunk(binary.subarray(at, at + 100)))
        line.say(LAST)
      })
      same("The chunks are joined", arrival?.body, binary)
    }),
    story("a chunked body without chunks is an empty body", async (scene) => {
      const arrival = await sent(scene, [chunked], async (line) => line.say(LAST))
      same("A body without chunks is empty", String(arrival?.body), "")
    }),
    story("chunk extensions and trailers are not part of the body", async (scene) => {
      const arrival = await sent(scene, [chunked, ["Trailer", "Authorization"]], async (line) =>
        line.say("2;name=value\r\n{}\r\n0\r\nAuthorization: Basic dHJhaWxlcg==\r\n\r\n")
      )
      same("Only chunk data is part of the body", String(arrival?.body), "{}")
      same("A trailer is not a header", arrival?.headers.get("authorization"), null)
    }),
    story("a body that arrives one byte at a time is complete", async (scene) => {
      const text = Buffer.from('{"slow":"é😀"}')
      const arrival = await sent(scene, [["Content-Length", String(text.length)]], async (line) => {
        for (const byte of text) {
          line.say(Uint8Array.of(byte))
          await setTimeout(5)
        }
      })
      same("The host waits for the last byte", String(arrival?.body), String(text))
    }),
    story("a body sent after 100 Continue reaches the handler", async (scene) => {
      // RFC 9110 section 10.1.1
      const arrival = await sent(
        scene,
        [
          ["Content-Length", "2"],
          ["Expect", "100-continue"]
        ],
        async (line) => {
          await setTimeout(50)
          line.say("{}")
        }
      )
      same("The handler receives the body", String(arrival?.body), "{}")
    }),
    echoed("the body of a GET request is not parsed as the next request", async (echo) => {
      const line = await echo.dial()
      const smuggled = String(echo.encode({ path: "/smuggled" }))
      line.say(echo.encode({ path: "/x", body: smuggled }))
      const first = await line.hear()
      same("GET with a body is served or rejected", first.status < 500, true)
      await echo.send({ path: "/afterwards" })
      const smuggledIn = echo.arrivals.filter(({ path }) => path === "/smuggled")
      same("A body is never parsed as a request", smuggledIn, [])
    })
  ]
}
