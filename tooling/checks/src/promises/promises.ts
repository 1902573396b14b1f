/**
 * What pages and documentation comments promise, each with the test that fails without it: the words of the claim, the
 * test file, and words of the test's title. The check fails when the claim or the test is gone.
 */
type Claims = ReadonlyArray<readonly [words: string, file: string, title: string]>

const things = "packages/core/test/things"
const everyWay = `${things}/recovery/everyWay.test.ts`
const savedCodes = `${things}/recovery/savedCodes.test.ts`
const byOperator = `${things}/recovery/operatorRecovery.test.ts`
const guardians = `${things}/recovery/guardians.test.ts`
const attackers = `${things}/recovery/attackers.test.ts`
const operators = `${things}/operators/operators.test.ts`
const policies = `${things}/access/policies.test.ts`
const settings = `${things}/settings/settings.test.ts`
const limits = `${things}/settings/settingBounds.test.ts`
const lineage = "packages/countersign/test/authority/lineage.test.ts"
const telemetry = "packages/countersign/test/openTelemetry.test.ts"
const forUser = "packages/http/test/service/forUser.test.ts"
const client = "packages/client/test"
const react = "packages/react/test"
const created = "packages/create/test"

export const promises: Readonly<Record<string, Claims>> = {
  "docs/guides/recovery.md": [
    ["It binds one new credential", everyWay, "binds one credential, suspends all others"],
    ["ends all sessions and suspends all other credentials", everyWay, "ends all sessions, opens none"],
    ["an operator resumes one", savedCodes, "an operator resumes a suspended credential"],
    ["Recovery is off until", byOperator, "is off until the platform turns it on"],
    ["one of ten saved recovery codes", savedCodes, "works once, in this recovery and in another"],
    ["a code mailed to the customer", everyWay, "needs a code of 13 characters"],
    ["24 hours, at least 1", guardians, "starts a recovery that waits a day"],
    ["72 hours, at least 24", byOperator, "waits three days to the millisecond"],
    ["new codes and guardians work after 72 hours", lineage, "new saved codes work once they are confirmed"],
    ["older codes work until then", lineage, "until then the owner's older ones do"],
    ["The recovery expires three days later", everyWay, "can be completed until it expires, to the millisecond"],
    ["for three days (`holdAfterSeconds`) after any", everyWay, "holds the wallet for three days"],
    ["While a guardian's or an operator's recovery is open", byOperator, "holds a request to export and a quote"],
    [
      "with 409 `ACCOUNT_HELD` and `details.heldUntil`",
      savedCodes,
      "nothing leaves the wallet and no credential is removed"
    ],
    ["every known address gets the notice `RECOVERY_STARTED`", everyWay, "is announced to every known address"],
    ["with a `cancelToken`", attackers, "with a token that cancels it, and nothing else"],
    ["Any session of the wallet cancels", everyWay, "is cancelled by a session and by an operator"]
  ],
  "docs/decisions/0096-recovery-binds-a-new-credential.md": [
    ["never a session", everyWay, "ends all sessions, opens none"],
    ["stops other recoveries", byOperator, "stops when the end user completes another recovery by a saved code"],
    ["All have 13 characters", everyWay, "needs a code of 13 characters"],
    ["wrong answers are counted but need no lock", everyWay, "wrong ones are counted and lock nothing"],
    ["one more call does not displace the end user's", savedCodes, "starting a recovery takes nothing"],
    [
      "a wrong, used, late or unknown one gets one refusal",
      attackers,
      "with a token that cancels it, and nothing else"
    ],
    ["A cancellation restores the hold of before", byOperator, "cannot shorten the hold of a recovery before it"]
  ],
  "packages/core/src/things/operators/acts.ts": [
    ["Each act leaves a receipt", operators, "the receipt of each act names the call, the wallet and what it wrote"],
    ["Suspends a wallet and ends its sessions", operators, "its sessions end, no credential opens one"],
    ["Sessions that ended do not open again", operators, "ended sessions stay ended"],
    ["Other credentials of the wallet continue to work", operators, "other credentials continue to work"],
    ["The next code is a recovery code", operators, "the next code is one that cannot be guessed"],
    ["All acts share one limit for each wallet", operators, "acts are limited per wallet"]
  ],
  "docs/guides/policies.md": [
    ["The types that open and refresh sessions", policies, "opens no session by any step, and is not added"],
    ["that may be added", everyWay, "binds no credential of a kind that the policy disables"],
    ["counts from the login, not from a refresh", policies, "a refresh does not renew it"],
    ["for PAY, compares the debit including the fee", policies, "up to the amount it names no step-up"],
    ["per wallet and day in UTC", policies, "adds up the payments of a day in UTC"],
    ["a change of its destination or beneficiary begins anew", policies, "counts the age from the last change"],
    ["Payment addresses have no age and are refused", policies, "refuses a new wallet, and a payment address"],
    ["`HOST/<name>` for one", policies, "is one of the host's own, by its name"],
    [
      "Both calls apply the policy of their own time",
      policies,
      "is decided by the policy at the time of the second call"
    ],
    ["The magic stamp satisfies no rule", policies, "is refused to the magic stamp"],
    ["calls you before it signs", `${client}/signedRetry.test.ts`, "hands the step-up to the caller before it signs"],
    ["which `isStepUpRequired(error)` recognises", `${client}/signedRetry.test.ts`, "an app can step up on"],
    ["Loosening a policy never lets a token sign", policies, "a loosened one signs nothing without the end user"]
  ],
  "docs/guides/platforms.md": [
    ["sees nothing of the others", settings, "are those of one platform and one mode"],
    ["after another change the answer is 409", settings, "refuse a patch of another revision"],
    [
      "A section replaces the whole section, `null` removes it",
      settings,
      "are changed by a section, which null removes"
    ],
    ["lists the changes and who made them", settings, "every revision is stored with the token that made it"],
    ["existing passkeys stay bound to theirs", settings, "leave a passkey of another relying party as it is"],
    ["never weaker than", limits, "the stricter of both applies: %s (GS6)"],
    ["applied as the bound", limits, "are applied as the bounds, and others as they are"],
    ["While a recovery by an operator is open", everyWay, "an operator's recovery keeps the settings as they are"]
  ],
  "docs/guides/react.md": [
    ["A session key is not extractable", `${client}/keyStore.test.ts`, "is non-extractable"],
    [
      "local storage has the id of the session only",
      `${react}/session.test.ts`,
      "is restored with its key after a reload"
    ],
    ["applies to all", `${react}/session.test.ts`, "follows a sign-in and a sign-out in another tab"],
    ["Methods do not throw", `${react}/lists.test.ts`, "run one at a time, and clear the error"],
    [
      "`approve` signs them",
      `${react}/signedCall.test.ts`,
      "signed by the session only after the end user has approved"
    ],
    [
      "other terms fail before the review",
      `${react}/browser.gate.test.ts`,
      "refuses other terms than it means before a review"
    ],
    [
      "Each part has a `data-part` attribute",
      `${react}/server.test.tsx`,
      "are those that the documentation of %s lists"
    ],
    ["On a server, the session is", `${react}/server.test.tsx`, "renders every hook and component without a request"]
  ],
  "packages/react/src/signedCall/TermsApproval.tsx": [
    [
      "The term of the fee",
      `${react}/server.test.tsx`,
      "shows every term that the session key signs, the fee among them"
    ],
    [
      "After the expiry the terms cannot be approved",
      `${react}/browser.gate.test.ts`,
      "signs nothing after the terms have expired"
    ],
    ["The title takes the focus", `${react}/browser.gate.test.ts`, "pays by the keyboard alone"]
  ],
  "packages/react/src/signedCall/signedCallFlow.ts": [
    [
      "A second one while the first is being signed is ignored",
      `${react}/signedCall.test.ts`,
      "is executed once, however often"
    ],
    ["Leaves the review. Nothing is signed", `${react}/signedCall.test.ts`, "signs nothing after %s"],
    ["one whose review was left changes nothing any more", `${react}/signedCall.test.ts`, "asks no further review"]
  ],
  "packages/react/src/session/sessionStore.ts": [
    [
      "an answer that arrives late is ignored",
      `${react}/session.test.ts`,
      "is not ended by a list that was requested for the session before"
    ],
    [
      "Ends the current session here when it has expired",
      `${react}/session.test.ts`,
      "ends at the very millisecond of its expiry"
    ],
    [
      "Ends the current session here and erases its key",
      `${react}/browser.gate.test.ts`,
      "restores the session after a reload, in every tab"
    ],
    ["Another session may have begun", `${react}/session.test.ts`, "does not end a session that began while"]
  ],
  "packages/react/src/signIn/signInFlow.ts": [
    [
      "a sign-in that was replaced shows nothing more",
      `${react}/signIn.test.ts`,
      "opens no session when its answer arrives after"
    ],
    [
      "Ignored while another one is being verified",
      `${react}/signIn.test.ts`,
      "does not start again, and is not cancelled"
    ]
  ],
  "packages/react/src/history/historyList.ts": [
    ["Newest first, without duplicates", `${react}/lists.test.ts`, "is read page by page, each entry once"],
    ["Ignored while a page is being read", `${react}/lists.test.ts`, "reads one next page at a time"]
  ],
  "packages/client/README.md": [
    [
      "The operation may have been executed",
      `${client}/failures.test.ts`,
      "throws NetworkError when no response arrives"
    ],
    ["not signed by `bundleSigner`", `${client}/targetBundle.test.ts`, "requires a valid signer key"],
    [
      "Every operation compares its payload",
      `${client}/seen.test.ts`,
      "every operation of the client is in a table here"
    ],
    ["`confirm` did not return `true`", `${client}/seen.test.ts`, "only true is an approval"],
    [
      "signs unseen terms and is deprecated",
      `${client}/seen.test.ts`,
      "are signed unseen through the deprecated door alone"
    ]
  ],
  "packages/http/src/server/forUser.ts": [
    ["the headers about the device, which the host sets", forUser, "no device that the page names (GS7)"],
    ["the credentials, which belong to the host", forUser, "an API token in the call is ignored"]
  ],
  "packages/countersign/src/openTelemetry/tracer.ts": [
    ["The name of an error alone", telemetry, "its error by name and its log lines, and no secret"]
  ],
  "docs/guides/operations.md": [
    [
      "A call has one span, named by method and path template",
      telemetry,
      "has one server span per call, named by its route"
    ],
    ["below the active span of your service", telemetry, "continues the caller's trace, below an active span"]
  ],
  "packages/create/README.md": [
    ["and nothing written", `${created}/run.test.ts`, "refuses %j in one line, and writes nothing"],
    [
      "Deployed, it names each missing setting",
      "packages/create/templates/common/test/service.test.ts",
      "names the settings that are missing or wrong"
    ],
    [
      "the service does not start until you replace it",
      "packages/create/templates/common/test/service.test.ts",
      "does not start in production"
    ]
  ],
  "packages/create/src/write.ts": [
    ["No file is replaced", `${created}/run.test.ts`, "replaces no file that appears in the folder"]
  ],
  "packages/create/templates/common/src/demoSignIn.ts": [
    ["HttpOnly; SameSite=Lax", `${created}/demoSignIn.test.ts`, "out of reach of scripts and other sites"],
    ["signs a user in for an hour", `${created}/demoSignIn.test.ts`, "ends after an hour, also when a thief keeps it"]
  ],
  "adapters/postgres/src/commitPlan.ts": [
    [
      "The order in which every commit locks its records",
      "adapters/postgres/test/batches.test.ts",
      "the database finds no deadlock"
    ]
  ],
  "adapters/postgres/src/batch.ts": [
    [
      "share no unique key and no record that one of them writes",
      "adapters/postgres/test/batches.test.ts",
      "what another of the batch writes or guards"
    ]
  ]
}
