import type { IncomingHttpHeaders } from "node:http"
import { answered } from "../../flows/calls.ts"
import type { Reply, Target } from "../../load/Target.ts"
import { RELYING_PARTY } from "../../seed/Seed.ts"
import { lettersFrom } from "./letters.ts"
import { MOUNT, type Seed } from "./Seed.ts"

/** A user of better-auth at a browser: calls, with cookies and from its page, and takes codes out of the mailbox. */
export const userOf = (target: Target, user: number) => {
  const email = `user-${user}@example.com`
  const letter = lettersOf(target)

  /** The cookies of an answer, which has to be a 200, and its body. */
  const call = async (method: string, path: string, body?: object, cookie = "") => {
    const options = { headers: { origin: RELYING_PARTY.origin, cookie } }
    const reply: Reply = await target.call(
      method,
      MOUNT + path,
      body === undefined ? options : { ...options, body: JSON.stringify(body) }
    )
    return { body: answered(200, reply, `${method} ${path}`), cookie: cookiesOf(reply.headers) }
  }

  /** Signs in with a code that is mailed, and answers the cookies of the session. */
  const signIn = async (): Promise<string> => {
    await call("POST", "/email-otp/send-verification-otp", { email, type: "sign-in" })
    const { cookie } = await call("POST", "/sign-in/email-otp", { email, otp: await letter(email) })
    if (!cookie.includes("session_token=")) throw new Error("a sign-in opened no session")
    return cookie
  }
  return { email, call, signIn }
}

/** One reader of each server's letters: an address is one user's. */
const lettersOf = (target: Target): ((address: string) => Promise<string>) => {
  const known = boxes.get(target) ?? lettersFrom(seedOf(target).letters)
  boxes.set(target, known)
  return known
}

const boxes = new WeakMap<Target, (address: string) => Promise<string>>()

const seedOf = ({ seed }: Target): Seed => {
  if (!isSeed(seed)) throw new Error("this server is no better-auth")
  return seed
}

const isSeed = (seed: unknown): seed is Seed => typeof seed === "object" && seed !== null && "letters" in seed

const cookiesOf = (headers: IncomingHttpHeaders): string =>
  (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ")
