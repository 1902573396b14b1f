import { connect } from "node:net"
import { type Answer, readAnswer } from "./readAnswer.ts"

export type { Answer } from "./readAnswer.ts"

export interface Question {
  readonly method?: string
  /** The part of the target after the prefix, sent verbatim. Default: "/". */
  readonly path?: string
  /** The whole request target, instead of prefix and path. */
  readonly target?: string
  /** Each entry becomes a separate header line, in this order. */
  readonly headers?: ReadonlyArray<readonly [string, string]>
  /** Sent with Content-Length, unless a header declares another framing. */
  readonly body?: string | Uint8Array
}

/** One TCP connection without an HTTP library: bytes are sent verbatim. */
export interface Line {
  readonly say: (bytes: string | Uint8Array) => void
  /** Reads the next complete response. Throws when the host closes first, or after the run's `patience`. */
  readonly hear: (method?: string) => Promise<Answer>
  /** As `hear`, but returns undefined when the host closes the connection. */
  readonly hearOrEnd: (method?: string) => Promise<Answer | undefined>
  /** Half-closes the connection, as a client does that has sent its whole request. */
  readonly finish: () => void
  readonly hangUp: () => void
}

export const dial = async (origin: string, patience: number): Promise<Line> => {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let received: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let isOver = false
  let wake = () => {}
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  socket.on("close", () => {
    isOver = true
    wake()
  })
  // Socket errors are ignored: the test reports the response it expected.
  socket.on("error", () => {})

  const next = async (method: string): Promise<Answer | undefined> => {
    for (;;) {
      const read = readAnswer(received, method, isOver)
      if (read !== undefined) {
        received = received.subarray(read.length)
        return read.answer
      }
      if (isOver) return undefined
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const hearOrEnd = (method = "GET") => inTime(patience, `${method} received no response`, next(method))
  return {
    say: (bytes) => void socket.write(bytes),
    hear: async (method = "GET") => {
      const answer = await hearOrEnd(method)
      if (answer === undefined) throw new Error(`${method} received no response: the host closed the connection`)
      return answer
    },
    hearOrEnd,
    finish: () => void socket.end(),
    hangUp: () => void socket.destroy()
  }
}

/** Rejects when the promise takes longer than `patience` milliseconds. */
export const inTime = async <A>(patience: number, what: string, promise: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${patience} ms`)), patience)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export const encoded = ({ body, headers = [], method = "GET", ...question }: Question, prefix: string): Buffer => {
  const { target = targetOf(prefix, question.path ?? "/") } = question
  const isSized = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/iu.test(name))
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body)
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(headers.some(([name]) => /^host$/iu.test(name)) ? [] : ["Host: countersign.test"]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || isSized ? [] : [`Content-Length: ${bytes.length}`])
  ]
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes])
}

const targetOf = (prefix: string, path: string) => (prefix === "/" ? path : `${prefix}${path}`)
