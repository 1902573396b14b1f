import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"

const every = (socket: Socket, millis: number, write: () => void) => {
  const timer = setInterval(write, millis)
  socket.once("close", () => clearInterval(timer))
}
export const OK = "HTTP/1.1 200 OK\r\n"
const bomb = gzipSync(Buffer.alloc(50_000_000))

/** Misbehaviors of a receiver, each with the expected outcomes of the delivery. */
export const rude: ReadonlyArray<readonly [string, (socket: Socket) => void, ReadonlyArray<number | string>]> = [
  ["answers nothing", () => {}, ["TIMED_OUT"]],
  [
    "sends its headers one byte at a time",
    (socket) => every(socket, 50, () => socket.write("H")),
    ["BROKEN_OFF", "TIMED_OUT"]
  ],
  [
    "sends a header every second without end",
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
    "sends 100 Continue without end",
    (socket) => every(socket, 5, () => socket.write("HTTP/1.1 100 Continue\r\n\r\n")),
    ["TIMED_OUT"]
  ],
  [
    "switches to another protocol",
    (socket) => socket.write("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    ["BROKEN_OFF"]
  ],
  ["is not a web server", (socket) => socket.end("220 mail.example ESMTP\r\n"), ["BROKEN_OFF"]],
  ["closes at once", (socket) => socket.end(), ["BROKEN_OFF"]],
  ["resets the connection", (socket) => void socket.once("data", () => socket.resetAndDestroy()), ["BROKEN_OFF"]],
  ["closes during its headers", (socket) => socket.end("HTTP/1.1 200 OK\r\nX-"), ["BROKEN_OFF"]],
  [
    "sends its body slowly",
    (socket) => {
      socket.write(`${OK}content-length: 1000000\r\n\r\n`)
      every(socket, 50, () => socket.write("."))
    },
    [200]
  ],
  ["closes during its body", (socket) => socket.end(`${OK}content-length: 100\r\n\r\nhalf`), [200]],
  [
    "responds with a gzip bomb",
    (socket) => {
      socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    },
    [200]
  ]
]
