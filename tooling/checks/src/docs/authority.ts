import { notice } from "./notice.ts"

interface Exports {
  readonly authorityOf: (operation: string) => {
    readonly held: boolean
    readonly suspended: boolean
    readonly unconfirmed: "own" | "vouched"
  }
  readonly AUTHORITY: Readonly<Record<string, unknown>>
  readonly SIGNED_OPERATIONS: Readonly<Record<string, ReadonlyArray<string>>>
}

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
    const cells = [shown(name), answer(held, "409 `ACCOUNT_HELD`"), answer(suspended, "403 `ACCOUNT_SUSPENDED`")]
    return `| ${[...cells, unconfirmed === "own" ? "its own login" : "its own login and those that vouched"].join(" | ")} |`
  })
  return [notice, "# Authority\n", INTRODUCTION, HEAD, ...rows, ""].join("\n")
}

const shown = (name: string) => (name.includes(" ") ? name : `\`${name}\``)
const answer = (is: boolean, refusal: string) => (is ? "yes" : refusal)

const HEAD = `| Operation | while a recovery holds the account | while it is suspended | by an unconfirmed credential counts |
| --- | --- | --- | --- |`

const INTRODUCTION = `The operations that the credentials of an account may perform, as the server decides in one place for signed retries, payments, and the guards
of your own endpoints. An operation without a row of its own is refused. A guard accepts a held account by the option \`allowHeld\`. Reads are always
possible.

A credential, an address, a guardian or saved codes that a session added are unconfirmed for \`policy.credentialConfirmation\`. Until then a rule of
the access policy must accept the login of the session that signs, and each login that vouched for its credential.
`
