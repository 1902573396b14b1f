import * as core from "@countersign/core/internal"
import { type AnyEndpoint, ErrorBody, resources, SignedRequestChallenge } from "@countersign/http"
import { SchemaAST as AST, Schema } from "effect"
import { answer, body, fieldsOf, item, member, objectOf, part, read } from "./endpoints.ts"
import { formatted, withImports } from "./formatted.ts"
import { bodyOf, commentOf, descriptionOf, isInterface, type Named, type NameOf, shapeOf } from "./typescript.ts"

const { authentication, customers, externalAccounts, payments, platforms, receipts, recovery, settings } = resources
const { tokens, verifications, webhooks } = resources

/** The filters of a list, without those of paging. */
const filter = (endpoint: AnyEndpoint, description = "Filters, combined with AND"): AST.AST =>
  objectOf(read(endpoint).filter, description)

/** A schema with plain text where the contract lists the values of today. */
const withText = (ast: AST.AST, ...names: ReadonlyArray<string>): AST.AST =>
  objectOf(
    fieldsOf(ast).map((field) => {
      const { name, type } = field
      if (!names.includes(String(name))) return field
      const text = Schema.String.annotate({ description: descriptionOf(type) })
      return { ...field, type: AST.isOptional(type) ? Schema.optionalKey(text).ast : text.ast }
    }),
    descriptionOf(ast)
  )

const customer = answer(customers.readCustomer)
const newCustomer = body(customers.createCustomer)
const quote = answer(payments.readQuote)
const config = answer(webhooks.readConfig)
const delivery = withText(answer(webhooks.redriveDelivery), "type", "lastFault")
const current = answer(settings.readSettings)
const policy = part(current, "accessPolicy")
/** Fields of account types, which their own rules validate. */
const account = { currency: Schema.String, accountInfo: Schema.ObjectKeyword }

/** The types of the promise API: for each file the names that hosts import, and the schema of each. */
const TYPES: Readonly<Record<string, Readonly<Record<string, AST.AST>>>> = {
  values: {
    Mode: core.Mode.ast,
    Environment: core.Environment.ast,
    Standing: core.Standing.ast,
    PostalAddress: core.Address.ast,
    Currency: core.Currency.ast,
    CurrencyAmount: part(answer(payments.readTransaction), "sentAmount")
  },
  accounts: {
    InternalAccountType: core.AccountType.ast,
    InternalAccount: answer(customers.readAccount),
    AccountQuery: filter(customers.listAccounts),
    ExportedWallet: answer(customers.exportWallet),
    ExternalAccount: answer(externalAccounts.readExternalAccount),
    NewExternalAccount: Schema.Struct({ ...core.NewExternalAccount.fields, ...account }).annotate(
      AST.resolve(core.NewExternalAccount.ast) ?? {}
    ).ast,
    ExternalAccountPatch: Schema.Struct({
      ...core.ExternalAccountPatch.fields,
      accountInfo: Schema.optionalKey(account.accountInfo)
    }).annotate(AST.resolve(core.ExternalAccountPatch.ast) ?? {}).ast,
    ExternalAccountFilter: filter(externalAccounts.listExternalAccounts),
    Discovery: item(part(answer(externalAccounts.listDiscoveries), "data")),
    Finding: core.Finding.ast
  },
  authentication: {
    CredentialKind: core.CredentialType.ast,
    AccessRule: core.AccessRule.ast,
    SignedRequestChallenge: SignedRequestChallenge.ast,
    StepUp: core.StepUp.ast,
    Credential: answer(authentication.addCredential),
    PasskeyChallenge: member(answer(authentication.challengeCredential), 0),
    Session: answer(authentication.refreshSession),
    VerificationKey: item(part(answer(authentication.readVerificationKeys), "data")),
    NewPasskey: core.kinds.PASSKEY.addition.ast,
    NewCredential: body(authentication.addCredential),
    PasskeyAssertion: core.PasskeyAssertionBody.ast,
    Proof: body(authentication.verifyCredential)
  },
  customers: {
    BusinessProfile: core.BusinessInfo.ast,
    PendingEmail: answer(customers.challengeEmail),
    IndividualCustomer: member(customer, 0),
    BusinessCustomer: member(customer, 1),
    Customer: customer,
    NewIndividual: member(newCustomer, 0),
    NewBusiness: member(newCustomer, 1),
    NewCustomer: newCustomer,
    CustomerPatch: body(customers.updateCustomer),
    CustomerFilter: filter(customers.listCustomers, "Filters, combined with AND. Both ends of a range are inclusive"),
    OwnerRole: core.OwnerRole.ast,
    PersonalInfo: core.PersonalInfo.ast,
    BeneficialOwner: answer(verifications.readBeneficialOwner),
    NewBeneficialOwner: body(verifications.createBeneficialOwner),
    BeneficialOwnerPatch: body(verifications.updateBeneficialOwner),
    Verification: answer(verifications.readVerification)
  },
  errors: {
    ErrorDetails: objectOf(
      fieldsOf(part(ErrorBody.ast, "details")),
      "More about a refusal. Which fields are present depends on its code"
    )
  },
  mail: {
    Branding: core.Branding.ast,
    CodePurpose: core.CodePurpose.ast,
    OperatorAct: core.OperatorAct.ast,
    Notice: core.Notice.ast
  },
  payments: {
    PaymentStatus: part(quote, "status"),
    PaymentFailure: core.FailureReason.ast,
    PaymentSource: part(quote, "source"),
    PaymentDestination: part(quote, "destination"),
    NewQuote: body(payments.createQuote),
    Quote: quote,
    Transaction: answer(payments.readTransaction),
    TransactionFilter: filter(payments.listTransactions),
    PaymentReport: body(payments.reportPayment),
    Deposit: body(payments.reportDeposit)
  },
  platform: {
    Permission: core.Scope.ast,
    Scope: core.Scope.ast,
    NewToken: body(tokens.createToken),
    Token: answer(tokens.readToken),
    CreatedToken: answer(tokens.createToken),
    SupportedCurrency: core.SupportedCurrency.ast,
    EmbeddedWalletConfig: part(config, "embeddedWalletConfig"),
    PlatformConfig: config,
    ConfigPatch: body(webhooks.updateConfig),
    WebhookDelivery: delivery,
    DeliveryFilter: filter(webhooks.listDeliveries),
    WebhookKey: item(part(answer(webhooks.readWebhookKeys), "data")),
    WebhookTest: answer(webhooks.testWebhook)
  },
  receipts: {
    Receipt: item(part(answer(receipts.listReceipts), "data")),
    ActivityType: core.ActivityType.ast,
    Activity: item(part(answer(receipts.listActivity), "data")),
    ActivityQuery: filter(receipts.listActivity, "The account whose history to list, and filters, combined with AND"),
    Justification: core.Justification.ast,
    ReceiptHead: core.ReceiptHead.ast
  },
  recovery: {
    Recovery: answer(recovery.readRecovery),
    RecoveryCompletion: body(recovery.completeRecovery),
    CreatedRecoveryCodes: answer(recovery.createRecoveryCodes),
    Guardian: answer(recovery.addGuardian),
    GuardianChallenge: answer(recovery.challengeGuardian),
    GuardianAssertion: core.PasskeyAssertionBody.ast
  },
  settings: {
    Settings: core.Settings.ast,
    AccessPolicy: policy,
    OperationRule: item(part(policy, "operations")),
    PaymentLimit: item(part(part(policy, "payments"), "limits")),
    NoticeKind: part(item(part(part(current, "mail"), "notices")), "kind"),
    MailTemplate: part(part(current, "mail"), "code"),
    TrustedIssuer: core.TrustedIssuer.ast,
    OidcAlgorithm: item(part(core.TrustedIssuer.ast, "algorithms")),
    PlatformSettings: current,
    NewPlatform: body(platforms.createPlatform),
    Platform: item(part(answer(platforms.listPlatforms), "data")),
    CreatedPlatform: answer(platforms.createPlatform),
    SettingsRevision: item(part(answer(settings.listSettingsRevisions), "data"))
  }
}

const DECLARED = Object.entries(TYPES).flatMap(([file, types]) =>
  Object.entries(types).map(([name, ast]) => ({
    file,
    name,
    ast,
    shape: shapeOf(ast),
    description: descriptionOf(ast)
  }))
)

/** The first name of each type, by its shape. */
const NAMES: ReadonlyMap<string, Named> = new Map(DECLARED.map((named) => [named.shape, named] as const).toReversed())

/** The shape of a delivery in the contract, whose texts are lists there. */
const DELIVERY = shapeOf(answer(webhooks.redriveDelivery))

export const nameOf: NameOf = (shape) => NAMES.get(shape === DELIVERY ? shapeOf(delivery) : shape)

/** Prints the types of the promise API, by file. */
export const typeFiles = (): ReadonlyMap<string, string> =>
  new Map(Object.keys(TYPES).map((file) => [`packages/countersign/src/types/${file}.ts`, typesFile(file)] as const))

const typesFile = (file: string): string => {
  const source = DECLARED.filter((each) => each.file === file)
    .map(declaration)
    .join("\n")
  const others = [...Object.keys(TYPES), "json"].filter((other) => other !== file)
  const modules = others.map((other) => [
    `./${other}.ts`,
    [...DECLARED, ...JSON_TYPES].filter((each) => each.file === other).map(({ name }) => name)
  ])
  return formatted(`packages/countersign/src/types/${file}.ts`, withImports(source, Object.fromEntries(modules)))
}

const declaration = ({ ast, description, name, shape }: (typeof DECLARED)[number]): string => {
  if (description === undefined) throw new Error(`printed: the schema of ${name} has no description`)
  const first = nameOf(shape)?.name ?? name
  const base = first === name && isInterface(ast) ? baseOf(name, ast) : undefined
  const own = base === undefined ? ast : objectOf(fieldsOf(ast).filter((field) => !isIn(base.ast, field)))
  const body = first === name ? bodyOf(own, nameOf) : first
  const head =
    isInterface(ast) && first === name
      ? `interface ${name}${base === undefined ? "" : ` extends ${base.name}`}`
      : `type ${name} =`
  return `${commentOf(description)}export ${head} ${body}\n`
}

/** The type that an interface extends: one whose name is in its own, and whose fields it has. */
const baseOf = (name: string, ast: AST.AST) =>
  DECLARED.find(
    (other) =>
      other.name !== name &&
      name.includes(other.name) &&
      isInterface(other.ast) &&
      fieldsOf(other.ast).every((field) => isIn(ast, field))
  )

const isIn = (ast: AST.AST, { name, type }: AST.PropertySignature): boolean =>
  fieldsOf(ast).some(
    (field) =>
      field.name === name &&
      AST.isOptional(field.type) === AST.isOptional(type) &&
      shapeOf(field.type) === shapeOf(type)
  )

/** The types of `json.ts`, which are written by hand: a schema does not say that they contain themselves. */
const JSON_TYPES = ["Instant", "JsonFields", "JsonValue"].map((name) => ({ file: "json", name }))

/** The names of the types that hosts import, and of those of JSON. */
export const TYPE_NAMES: ReadonlyArray<string> = [...DECLARED, ...JSON_TYPES].map(({ name }) => name)
