import { check, checkAccount, type Issue, type Mode, variantOf } from "@countersign/account-types"
import { bodyOf } from "./bodyOf.ts"
import type { Draft } from "./Draft.ts"

/** Everything wrong with a draft, as the service would judge it. `today` is YYYY-MM-DD. */
export const issuesOf = (draft: Draft, mode: Mode, today: string): ReadonlyArray<Issue> => {
  const body = bodyOf(draft)
  const { kind, variant } = draft
  if (variantOf(kind, body.accountInfo) === variant) return checkAccount(body, mode, { today })
  // The service tells the variant by its identifier. Without that it would take this account for one of another variant,
  // and perhaps be content; whoever chose the variant wants to hear what is missing.
  return check({ ...kind, variants: [variant] }, body.accountInfo, mode, { today }).map(({ constraint, path }) => ({
    path: `accountInfo.${path}`,
    constraint
  }))
}

/** An issue in words, beside its field or in the summary. */
export const sentence = ({ constraint }: Issue): string =>
  constraint === "present" ? "This is needed." : `It must be ${constraint}.`
