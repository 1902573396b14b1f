import { answered, type Flow, mailbox } from "../flows/Flow.ts"
import type { Reply, Target } from "../load/Target.ts"
import { softPasskey } from "../native/passkey.ts"
import { passkeyIdOf, RELYING_PARTY } from "../seed/Seed.ts"
import { MOUNT, type Seed } from "./start.ts"

/** A user of better-auth in a browser: sends cookies and the page's origin, and reads codes from the mailbox. */
const userOf = async (target: Target, user: number) => {
  const email = `user-${user}@example.com`
  const { letter } = await mailbox(seedOf(target).letters)

  /** Makes a call that must return 200. Returns the cookies and the body of the response. */
  const call = async (method: string, path: string, body?: object, cookie = "") => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await target.call(method, MOUNT + path, {
      headers: { origin: RELYING_PARTY.origin, cookie },
      ...sent
    })
    return { body: answered(200, reply, `${method} ${path}`), cookie: cookiesOf(reply.headers) }
  }

  /** Signs in with an e-mailed code. Returns the session cookies. */
  const signIn = async (): Promise<string> => {
    const code = letter(email)
    await call("POST", "/email-otp/send-verification-otp", { email, type: "sign-in" })
    return withSession(await call("POST", "/sign-in/email-otp", { email, otp: await code }))
  }
  return { email, call, signIn }
}

const seedOf = ({ seed }: Target): Seed => {
  if (!isSeed(seed)) throw new Error("this server is no better-auth")
  return seed
}

const isSeed = (seed: unknown): seed is Seed => typeof seed === "object" && seed !== null && "letters" in seed

const cookiesOf = (headers: Reply["headers"]): string =>
  [headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(";")[0])
    .join("; ")

const withSession = ({ cookie }: { readonly cookie: string }): string => {
  if (!cookie.includes("session_token=")) throw new Error("a sign-in opened no session")
  return cookie
}

/** Looks up the session of a cookie, as a host does before each call. */
const sessionCheck: Flow = {
  name: "better-auth: session check",
  requests: 1,
  kinds: ["better-auth"],
  open: async (target, user) => {
    const { call, email, signIn } = await userOf(target, user)
    const cookie = await signIn()
    return {
      run: async () => {
        const { body } = await call("GET", "/get-session", undefined, cookie)
        if (!body.includes(email)) throw new Error("a session check found no session")
      }
    }
  }
}

/** Requests an e-mailed code and signs in with it. */
const codeSignIn: Flow = {
  name: "better-auth: e-mail code sign-in",
  requests: 2,
  kinds: ["better-auth"],
  open: async (target, user) => {
    const { signIn } = await userOf(target, user)
    return { run: async () => void (await signIn()) }
  }
}

/** Requests a challenge and signs in with a passkey. */
const passkeySignIn: Flow = {
  name: "better-auth: passkey sign-in",
  requests: 2,
  kinds: ["better-auth"],
  open: async (target, user) => {
    const { call, signIn } = await userOf(target, user)
    const passkey = softPasskey(user)
    const session = await signIn()
    const requested = await call("GET", "/passkey/generate-register-options", undefined, session)
    const { attestationObject, clientDataJson, transports } = passkey.attest(challengeOf(requested.body))
    const attested = asCredential(user, { attestationObject, clientDataJSON: clientDataJson, transports })
    await call("POST", "/passkey/verify-registration", { response: attested }, `${session}; ${requested.cookie}`)
    return {
      run: async () => {
        const { body, cookie } = await call("GET", "/passkey/generate-authenticate-options")
        const { authenticatorData, clientDataJson, signature } = passkey.assert(challengeOf(body))
        const response = asCredential(user, { authenticatorData, clientDataJSON: clientDataJson, signature })
        withSession(await call("POST", "/passkey/verify-authentication", { response }, cookie))
      }
    }
  }
}

const challengeOf = (options: string): string => {
  const { challenge }: { readonly challenge: string } = JSON.parse(options)
  return challenge
}

/** A credential as a browser's `toJSON` returns it: WebAuthn Level 3, section 5.1. */
const asCredential = (user: number, response: object) => {
  const id = passkeyIdOf(user)
  return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response }
}

export const peerFlows: ReadonlyArray<Flow> = [sessionCheck, codeSignIn, passkeySignIn]
