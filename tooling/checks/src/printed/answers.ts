import { ErrorBody, resources, SignedRequestChallenge } from "@countersign/http"
import { SchemaAST as AST, Schema } from "effect"
import { answer, fieldsOf, item, member, part } from "./endpoints.ts"
import { formatted } from "./formatted.ts"
import { commentOf, descriptionOf, shapeOf } from "./typescript.ts"

const { authentication, customers, payments, receipts, recovery } = resources

/** A type of the answers that the client reads, and its guard. */
interface Answer {
  /** The schemas that the type is for. */
  readonly of: readonly [AST.AST, ...ReadonlyArray<AST.AST>]
  /** The fields that the client reads. Default: all. */
  readonly only?: ReadonlyArray<string>
  /** The types and guards of fields that the client reads in another form than the contract has. */
  readonly as?: Readonly<Record<string, readonly [type: string, guard: string]>>
  /** Fields that must be present here. */
  readonly needs?: ReadonlyArray<string>
  /** Whether optional fields may be undefined, for values that the client or its caller builds. */
  readonly isBuilt?: boolean
  readonly about?: string
}

const quote = answer(payments.readQuote)
const pending = answer(customers.challengeEmail)
const activity = item(part(answer(receipts.listActivity), "data"))
const details = part(ErrorBody.ast, "details")
/** A server may have types that the client has no operation for. */
const type = ["CredentialType", "isCredentialType"] as const
const bytes = ["string", "base64url"] as const

/** The answers that the client reads, by file. It accepts values that a newer server adds to a list. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, Answer>>>> = {
  credentials: {
    AuthMethod: { of: [answer(authentication.addCredential)], as: { type } },
    AuthSession: { of: [answer(authentication.refreshSession)], as: { type } },
    PasskeyAuthChallenge: {
      of: [member(answer(authentication.challengeCredential), 0)],
      as: { credentialId: bytes, challenge: bytes }
    },
    StepUp: {
      of: [part(SignedRequestChallenge.ast, "stepUp")],
      as: { credentialTypes: ["ReadonlyArray<CredentialType>", "list(isCredentialType)"] },
      isBuilt: true
    },
    SignedRequestChallenge: { of: [SignedRequestChallenge.ast], as: { type }, isBuilt: true }
  },
  customers: {
    PendingEmail: { of: [pending], isBuilt: true },
    Customer: {
      of: [member(answer(customers.readCustomer), 0)],
      only: ["id", "email", "pendingEmail"],
      isBuilt: true,
      about: "The fields of a customer that the calls of the client change."
    }
  },
  ErrorBody: {
    FieldFault: { of: [item(part(details, "errors"))], only: ["field", "message"], about: "A rejected field." },
    ErrorDetails: {
      of: [details],
      only: "reason check incident errors rule credentialTypes maxSessionAgeSeconds limit serverTime".split(" "),
      about: "Machine-readable details of a refusal."
    },
    ErrorBody: { of: [ErrorBody.ast] }
  },
  history: {
    ActivityAmount: {
      of: [part(activity, "amount")],
      isBuilt: true,
      about: "An amount, in the smallest unit of the currency."
    },
    ActivityDetails: {
      of: [part(activity, "details")],
      only: "payee account accountType sent received credentialType credentialName".split(" "),
      isBuilt: true,
      about: "Absent after the customer was erased. Each text is as the server stored it: never parse it as HTML."
    },
    Activity: {
      of: [activity],
      only: "id at type actor reason sessionId credentialId transactionId amount details".split(" "),
      isBuilt: true
    },
    HistoryPage: {
      of: [answer(receipts.listActivity)],
      isBuilt: true,
      about: "One page of a history. `nextCursor` is present when an older page follows."
    }
  },
  quotes: {
    QuoteCurrency: { of: [part(quote, "sendingCurrency")], only: ["code", "decimals"] },
    QuoteEnd: {
      of: [part(quote, "source"), part(quote, "destination")],
      only: ["accountId", "umaAddress"],
      isBuilt: true,
      about: "The source or destination of a quote: an account by its id, or a payment address."
    },
    Quote: {
      of: [quote],
      only: "id source destination sendingCurrency receivingCurrency totalSendingAmount totalReceivingAmount exchangeRate feesIncluded paymentInstructions".split(
        " "
      ),
      as: { paymentInstructions: ["ReadonlyArray<unknown>", "list(anything)"] },
      isBuilt: true,
      about: "The fields of a quote that its payer signs."
    }
  },
  recovery: {
    Guardian: { of: [answer(recovery.addGuardian)] },
    GuardianChallenge: { of: [answer(recovery.challengeGuardian)] },
    GuardianRecovery: {
      of: [answer(recovery.readRecovery)],
      only: ["id", "readyAt", "expiresAt"],
      about: "A recovery that a guardian started."
    },
    StartedRecovery: {
      of: [answer(recovery.startRecovery)],
      only: ["id", "accountId", "otpEncryptionTargetBundle", "otpAlphabet"],
      needs: ["otpEncryptionTargetBundle"],
      about: "A recovery, and the key that its code is encrypted to."
    },
    CreatedRecoveryCodes: { of: [answer(recovery.createRecoveryCodes)], only: ["encryptedRecoveryCodes"] }
  }
}

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(ANSWERS)
    .flatMap((answers) => Object.entries(answers))
    .flatMap(([name, { of }]) => of.map((ast) => [shapeOf(ast), name] as const))
    .toReversed()
)

/** Prints the answers that the client reads, by file. */
export const answerFiles = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(ANSWERS).map(([file, answers]) => [`${FOLDER}/${file}.ts`, answerFile(file, answers)] as const)
  )

const FOLDER = "packages/client/src/answers"

const answerFile = (file: string, answers: Readonly<Record<string, Answer>>): string => {
  const declared = Object.entries(answers).map(([name, each]) => declaration(name, each))
  const source = declared.join("\n")
  const words = new Set(source.replaceAll(/\/\*\*.*?\*\/|readonly [^\n]*/gsu, "").match(/\b[a-z]\w+\b(?!:)/giu))
  const used = GUARDS.filter((name) => words.has(name.replace("type ", "")))
  const types = words.has("isCredentialType") ? CREDENTIAL_TYPE : ""
  return formatted(`${FOLDER}/${file}.ts`, `${types}import { ${used.join(", ")} } from "./guard.ts"\n\n${source}`)
}

const CREDENTIAL_TYPE = `import { type CredentialType, isCredentialType } from "./CredentialType.ts"\n`

/** The names of `guard.ts`, in the order that the formatter demands. */
const GUARDS = "anything,base64url,flag,type Guard,id,integer,list,number,object,oneOf,optional,text,timestamp".split(
  ","
)

const declaration = (name: string, each: Answer): string => {
  const [ast] = each.of
  const fields = fieldsOf(ast)
    .filter((field) => each.only?.includes(String(field.name)) ?? true)
    .map((field) => fieldOf(field, each))
  return `${commentOf(each.about ?? descriptionOf(ast))}export interface ${name} {
${fields.map(([type]) => type).join("\n")}
}

/** Returns whether a value has the fields of \`${name}\`. */
export const is${name}: Guard<${name}> = object<${name}>({
${fields.map(([, guard]) => guard).join(",\n")}
})
`
}

/** The field of a type, and of its guard. */
const fieldOf = (field: AST.PropertySignature, { as, isBuilt, needs = [] }: Answer) => {
  const name = String(field.name)
  const isOptional = AST.isOptional(field.type) && !needs.includes(name)
  const [type, guard] = as?.[name] ?? formOf(field.type)
  return [
    `${commentOf(aboutOf(field.type))}readonly ${name}${isOptional ? "?" : ""}: ${type}${isOptional && isBuilt === true ? " | undefined" : ""}`,
    `${name}: ${isOptional ? `optional(${guard})` : guard}`
  ] as const
}

const aboutOf = (ast: AST.AST): string | undefined => {
  const ofKey = ast.context?.annotations?.description
  const own = NAMES.has(shapeOf(ast)) ? undefined : descriptionOf(ast)
  const { description: form } = AST.toEncoded(ast).annotations ?? {}
  if (typeof ofKey === "string") return `${ofKey}.`
  if (own !== undefined || typeof form !== "string") return own
  return `${form}.`.replace(/^(\w+:<uuid>)\.$/u, "`$1`")
}

/** The type and the guard of a schema. */
const formOf = (ast: AST.AST): readonly [type: string, guard: string] => {
  const name = NAMES.get(shapeOf(ast))
  if (name !== undefined) return [name, `is${name}`]
  const sent = AST.toEncoded(ast)
  if (AST.isArrays(sent)) {
    const [type, guard] = formOf(item(ast))
    return [`ReadonlyArray<${type}>`, `list(${guard})`]
  }
  if (AST.isNumber(sent)) return ["number", isInteger(ast) ? "integer" : "number"]
  if (AST.isBoolean(sent)) return ["boolean", "flag"]
  if (AST.isLiteral(sent) && !AST.isOptional(ast)) {
    const literal = JSON.stringify(sent.literal)
    return [literal, `oneOf(${literal})`]
  }
  const { description, format } = sent.annotations ?? {}
  const prefix = /^(\w+):<uuid>$/u.exec(String(description))?.[1]
  if (format === "date-time") return ["string", "timestamp"]
  return ["string", prefix === undefined ? "text" : `id("${prefix}")`]
}

const isInteger = (ast: AST.AST): boolean =>
  Schema.toJsonSchemaDocument(Schema.make<Schema.Top>(ast)).schema.type === "integer"
