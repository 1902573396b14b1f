import { connect } from "node:net"
import { type Answer, readAnswer } from "./readAnswer.ts"

export type { Answer } from "./readAnswer.ts"

export interface Question {
  /** GET unless given. */
  readonly method?: string
  /** What follows the prefix, written as it is; "/" unless given. */
  readonly path?: string
  /** The whole request target, where it is not prefix and path. */
  readonly target?: string
  /** Each becomes a line of its own, in this order. */
  readonly headers?: ReadonlyArray<readonly [string, string]>
  /** Sent with its length, unless a header says how it is sent. */
  readonly body?: string | Uint8Array
}

/** One connection, with no library between: what is said on it is said to the byte. */
export interface Line {
  readonly say: (bytes: string | Uint8Array) => void
  /** The next whole answer. Throws where the host hangs up before, or takes longer than the patience of the run. */
  readonly hear: (method?: string) => Promise<Answer>
  /** As `hear`, and nothing where the host hangs up instead. */
  readonly hearOrEnd: (method?: string) => Promise<Answer | undefined>
  /** Ends our half of the connection, as one does who has sent all. */
  readonly finish: () => void
  /** Is gone, without a word. */
  readonly hangUp: () => void
}

export const dial = async (origin: string, patience: number): Promise<Line> => {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let heard: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let isOver = false
  let wake = () => {}
  socket.on("data", (chunk) => {
    heard = Buffer.concat([heard, chunk])
    wake()
  })
  socket.on("close", () => {
    isOver = true
    wake()
  })
  // A connection that breaks is silent from then on, and a story says what it expected to hear.
  socket.on("error", () => {})

  const next = async (method: string): Promise<Answer | undefined> => {
    for (;;) {
      const read = readAnswer(heard, method, isOver)
      if (read !== undefined) {
        heard = heard.subarray(read.length)
        return read.answer
      }
      if (isOver) return undefined
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const hearOrEnd = (method = "GET") => inTime(patience, `${method} was not answered`, next(method))
  return {
    say: (bytes) => void socket.write(bytes),
    hear: async (method = "GET") => {
      const answer = await hearOrEnd(method)
      if (answer === undefined) throw new Error(`${method} was not answered: the host closed the connection`)
      return answer
    },
    hearOrEnd,
    finish: () => void socket.end(),
    hangUp: () => void socket.destroy()
  }
}

/** Fails where something takes longer than it may. */
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

/** A question as the bytes that ask it. */
export const spelled = ({ body, headers = [], method = "GET", ...question }: Question, prefix: string): Buffer => {
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
