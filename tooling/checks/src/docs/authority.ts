import { generatedPage, table } from "../workspace/markdown.ts"

type Exports = Pick<typeof import("@countersign/core/internal"), "AUTHORITY" | "authorityOf" | "SIGNED_OPERATIONS">

/** Prints what each operation may do on a held or suspended account, and by an unconfirmed credential. */
export const authorityPage = ({ AUTHORITY, authorityOf, SIGNED_OPERATIONS }: Exports): string => {
  const names = new Set([
    ...Object.keys(AUTHORITY),
    ...Object.values(SIGNED_OPERATIONS).flat(),
    "ProveEmail",
    "Host/<name>",
    "every other operation"
  ])
  const rows = Array.from(names, (name) => {
    const { held, suspended, unconfirmed } = authorityOf(name)
    return [
      name.includes(" ") ? name : `\`${name}\``,
      held ? "yes" : "409 `ACCOUNT_HELD`",
      suspended ? "yes" : "403 `ACCOUNT_SUSPENDED`",
      unconfirmed === "own" ? "its own login" : "its own login and those that vouched"
    ]
  })
  return generatedPage("Authority", INTRODUCTION, table(HEAD, rows), "")
}

const HEAD = [
  ...["Operation", "while a recovery holds the account", "while it is suspended"],
  "by an unconfirmed credential counts"
]

const INTRODUCTION = `The operations that the credentials of an account may perform, as the server decides in one place for signed retries, payments, and the guards
of your own endpoints. An operation without a row of its own is refused. A guard accepts a held account by the option \`allowHeld\`. Reads are always
possible.

A credential, an address, a guardian or saved codes that a session added are unconfirmed for \`policy.credentialConfirmation\`. Until then a rule of
the access policy must accept the login of the session that signs, and each login that vouched for its credential.
`
