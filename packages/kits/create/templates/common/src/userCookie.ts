// Who is signed in, in a signed cookie. Replace it by the sessions that your application has.
import { createHmac, timingSafeEqual } from "node:crypto"
import type { Settings } from "./settings.ts"

/** A user, and their wallet. */
export interface User {
  readonly customerId: string
  readonly accountId: string
}

export const userCookie = ({ isDeployed, sessionSecret }: Settings) => {
  const signatureOf = (text: string) => createHmac("sha256", sessionSecret).update(text).digest("base64url")

  return {
    /** The cookie that signs a user in for an hour. The time is in the signed text, because a thief ignores Max-Age. */
    cookieOf: (user: User): string => {
      const text = Buffer.from(JSON.stringify({ ...user, until: Date.now() + HOUR })).toString("base64url")
      const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${HOUR / 1000}${isDeployed ? "; Secure" : ""}`
      return `user=${text}.${signatureOf(text)}; ${attributes}`
    },

    /** The signed-in user of a request, by its Cookie header. */
    userOf: (cookies: string | null | undefined): User | undefined => {
      const [, text = "", signature = ""] = /(?:^|;\s*)user=([\w-]+)\.([\w-]+)/u.exec(cookies ?? "") ?? []
      if (!isEqual(signature, signatureOf(text))) return undefined
      const { until, ...user }: User & { until: number } = JSON.parse(Buffer.from(text, "base64url").toString())
      return Date.now() < until ? user : undefined
    }
  }
}

const HOUR = 3_600_000

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
