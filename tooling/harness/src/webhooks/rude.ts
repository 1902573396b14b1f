import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"

const every = (socket: Socket, millis: number, write: () => void) => {
  const timer = setInterval(write, millis)
  socket.once("close", () => clearInterval(timer))
}
/** How an answer begins. */
export const OK = "HTTP/1.1 200 OK\r\n"
const bomb = gzipSync(Buffer.alloc(50_000_000))

/** What a receiver may do to whoever calls, and what comes of it. */
export const rude: ReadonlyArray<readonly [string, (socket: Socket) => void, ReadonlyArray<number | string>]> = [
  ["answers nothing", () => {}, ["TIMED_OUT"]],
  [
    "sends its headers a byte at a time",
    (socket) => every(socket, 50, () => socket.write("H")),
    ["BROKEN_OFF", "TIMED_OUT"]
  ],
  [
    "sends a header a second for ever",
    (socket) => {
      socket.write(OK)
      every(socket, 50, () => socket.write("X-More: 1\r\n"))
    },
    ["TIMED_OUT"]
  ],
  [
    "never ends its headers",
    (socket) => {
      socket.write(OK)
      every(socket, 1, () => socket.write(`X-More: ${"a".repeat(4000)}\r\n`))
    },
    ["BROKEN_OFF"]
  ],
  [
    "says 100 Continue for ever",
    (socket) => every(socket, 5, () => socket.write("HTTP/1.1 100 Continue\r\n\r\n")),
    ["TIMED_OUT"]
  ],
  [
    "wants another protocol",
    (socket) => socket.write("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    ["BROKEN_OFF"]
  ],
  ["is no web server", (socket) => socket.end("220 mail.example ESMTP\r\n"), ["BROKEN_OFF"]],
  ["closes at once", (socket) => socket.end(), ["BROKEN_OFF"]],
  ["resets the connection", (socket) => void socket.once("data", () => socket.resetAndDestroy()), ["BROKEN_OFF"]],
  ["closes within its headers", (socket) => socket.end("HTTP/1.1 200 OK\r\nX-"), ["BROKEN_OFF"]],
  [
    "drips its body",
    (socket) => {
      socket.write(`${OK}content-length: 1000000\r\n\r\n`)
      every(socket, 50, () => socket.write("."))
    },
    [200]
  ],
  ["closes within its body", (socket) => socket.end(`${OK}content-length: 100\r\n\r\nhalf`), [200]],
  [
    "answers with a gzip bomb",
    (socket) => {
      socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    },
    [200]
  ]
]
