import type { IncomingHttpHeaders } from "node:http"
import { answered } from "../../flows/calls.ts"
import { mailbox } from "../../flows/mailbox.ts"
import type { Reply, Target } from "../../load/Target.ts"
import { RELYING_PARTY } from "../../seed/Seed.ts"
import { MOUNT, type Seed } from "./Seed.ts"

/** A user of better-auth at a browser: calls, with cookies and from its page, and takes codes out of the mailbox. */
export const userOf = async (target: Target, user: number) => {
  const email = `user-${user}@example.com`
  const { letter } = await mailbox(seedOf(target).letters)

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
    const code = letter(email)
    await call("POST", "/email-otp/send-verification-otp", { email, type: "sign-in" })
    const { cookie } = await call("POST", "/sign-in/email-otp", { email, otp: await code })
    if (!cookie.includes("session_token=")) throw new Error("a sign-in opened no session")
    return cookie
  }
  return { email, call, signIn }
}

const seedOf = ({ seed }: Target): Seed => {
  if (!isSeed(seed)) throw new Error("this server is no better-auth")
  return seed
}

const isSeed = (seed: unknown): seed is Seed => typeof seed === "object" && seed !== null && "letters" in seed

const cookiesOf = (headers: IncomingHttpHeaders): string =>
  (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ")
