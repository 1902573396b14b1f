import { randomBytes } from "node:crypto"

/** A signed-in user, and their embedded wallet. */
interface User {
  readonly customerId: string
  readonly accountId: string
}

/** The page's own sign-in: the users by cookie, in memory. The sessions of your own sign-in take its place. */
export const signedInUsers = () => {
  const users = new Map<string, User>()
  return {
    /** Returns the user of a Cookie header. */
    of: (cookies: string | null | undefined): User | undefined => users.get(cookieOf(cookies, NAME) ?? ""),
    /** Signs a user in. Returns the Set-Cookie header. */
    add: (user: User): string => {
      const cookie = randomBytes(32).toString("base64url")
      users.set(cookie, user)
      return `${NAME}=${cookie}; Path=/; HttpOnly; SameSite=Strict`
    },
    remove: (cookies: string | undefined): void => void users.delete(cookieOf(cookies, NAME) ?? "")
  }
}

/** The value of a cookie of 32 random bytes. */
export const cookieOf = (cookies: string | null | undefined, name: "wallet" | "operator"): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`, "u").exec(cookies ?? "")?.[1]

const NAME = "wallet"
