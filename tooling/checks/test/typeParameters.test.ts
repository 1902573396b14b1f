import { expect, it } from "vitest"
import { crowded, makeWalk } from "../src/decides/reached.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

/** More than these are a type that nobody reads, and their users spell what inference knows. */
const MOST = 5

/** The old spelling of operations, until each of them is a chain of steps. */
const WAITING = [
  "packages/core/src/operations/operation.ts",
  "packages/core/src/operations/signed-requests/signedRetry.ts"
]

const published = ["packages", "adapters"].flatMap((folder) =>
  filesBelow(folder, ".ts").filter((file) => /^[^/]+\/[^/]+\/src\//u.test(file))
)
const { moduleOf } = makeWalk(text)

it("no published declaration has more than five type parameters", () => {
  expect(published.length).toBeGreaterThan(400)
  expect(published.filter((file) => crowded(moduleOf(file).program, MOST).length > 0)).toEqual(WAITING)
})

it("a declaration with six type parameters is found, wherever it is", () => {
  const source = "export interface Box<A, B> { readonly map: <C, D, E, F, G, H = A>(box: Box<C, B>) => H }"
  const { program } = makeWalk(() => source).moduleOf("a/box.ts")
  expect(crowded(program, MOST)).toEqual(["C, D, E, F, G, H"])
})

/** A type that repeats what inference knows of a step. */
const ECHO =
  /FoundOf<\s*ReturnType<typeof \w*[rR]eads|\b(?:CheckedBy|PreparedBy)<|Effect\.Success<\s*ReturnType<typeof \w*[rR]eads/u

/** The files that still echo. Delete yours when you convert it; when the list is empty, the old spelling goes. */
const ECHOING = [
  "answerIdempotently.ts",
  "external-accounts/create.ts",
  "external-accounts/remove.ts",
  "external-accounts/settle.ts",
  "external-accounts/update.ts",
  "internal-accounts/export.ts",
  "internal-accounts/fund.ts",
  "internal-accounts/isKnownRoot.ts",
  "internal-accounts/update.ts",
  "internal-accounts/wallets.ts",
  "operation.ts",
  "operators/acts.ts",
  "payments/approve.ts",
  "payments/createQuote.ts",
  "payments/depositQuote.ts",
  "payments/ends.ts",
  "payments/executeQuote.ts",
  "payments/quoteEnds.ts",
  "payments/receive.ts",
  "payments/settleOutcomes.ts",
  "payments/transfer.ts",
  "recovery/byGuardian.ts",
  "recovery/byOperator.ts",
  "recovery/bySavedCode.ts",
  "recovery/cancel.ts",
  "recovery/challenge.ts",
  "recovery/complete.ts",
  "recovery/createSavedCodes.ts",
  "recovery/guardians.ts",
  "recovery/recoveryPlan.ts",
  "resealEnvironment.ts",
  "signed-requests/signedCall.ts",
  "tokens/tokens.ts",
  "webhooks/deliveries.ts",
  "webhooks/disable.ts"
].map((file) => `packages/core/src/operations/${file}`)

it("no operation repeats the types of its steps", () => {
  expect(filesBelow("packages/core/src", ".ts").filter((file) => ECHO.test(text(file)))).toEqual(ECHOING)
})
