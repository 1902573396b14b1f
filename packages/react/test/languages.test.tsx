import { fileURLToPath } from "node:url"
import { accountTypes } from "@countersign/account-types"
import * as theClient from "@countersign/client"
import {
  CountersignError,
  NetworkError,
  NotConfirmedError,
  PasskeysUnavailableError,
  QuoteNotSignedError,
  type SignedTerms,
  SignInNotPendingError,
  TermsDifferError,
  UnexpectedAnswerError,
  WebCryptoUnavailableError
} from "@countersign/client"
import { catalogue, endpoints } from "@countersign/http"
import { SIGNED_OPERATIONS } from "countersign/effect"
import { build } from "esbuild"
import type { ReactElement } from "react"
import { renderToString } from "react-dom/server"
import { describe, expect, it } from "vitest"
import {
  CodeEntry,
  CountersignProvider,
  en,
  explain,
  formatAmount,
  formatRate,
  type Language,
  PasskeyEnrolment,
  SignedOutError,
  SignIn,
  TermsApproval,
  useLanguage,
  VisitorSignIn
} from "../src/index.ts"
import { de } from "../src/languages/de.ts"
import { es } from "../src/languages/es.ts"
import { fr } from "../src/languages/fr.ts"
import { languageOf } from "../src/languages/languageOf.ts"
import { OpenIdButton } from "../src/openid/index.ts"
import { accountId, clientWith, credential } from "./fakes.ts"
import { terms } from "./quote.ts"

const translations = [de, es, fr].map((language) => [language.tag, language] as const)
const languages = [["en", en] as const, ...translations]
const nothing = () => {}

/** The texts of a rendered component, one a line. */
const textsIn = (component: ReactElement): string =>
  renderToString(component)
    .replaceAll(/<[^>]*>/gu, "\n")
    .replaceAll("&#x27;", "'")

const withoutBreaks = (component: ReactElement): string => renderToString(component).replaceAll("<wbr/>", "")

/** Words of the English texts that no other language has. */
const ENGLISH =
  /(?<!\p{L})(?:account|again|and|approve|browser's|device|is|mail me|new|not|pay|sign|the|they|this|try|was|with|you|your)(?!\p{L})/iu

/** The codes that say little about the cause. */
const GENERAL = ["CONFLICT", "FORBIDDEN", "INVALID_INPUT", "REFERENCE_NOT_FOUND", "UNAUTHORIZED"]

describe("refusals (GU6)", () => {
  const all = Object.values(endpoints)
  const ofUsers = new Set(
    all.flatMap(({ ofUser, refusals, shape }) =>
      ofUser !== undefined || shape.path.startsWith("/auth/sign-ins") ? refusals : []
    )
  )
  const ofAny = new Set(all.flatMap(({ refusals }) => refusals))
  /** What an endpoint for end users refuses with, and what every call, guard or sign-in does. */
  const reachable = Object.entries(catalogue).filter(
    ([tag]) => [...ofUsers].some((own) => own === tag) || ![...ofAny].some((own) => own === tag)
  )

  const thrown = ([, { check, code, docs, message, reason, status }]: (typeof reachable)[number]) =>
    new CountersignError({
      status,
      body: {
        ...{ status, code, docs, message },
        ...(reason === undefined ? {} : { reason }),
        details: { ...(check === undefined ? {} : { check }), ...(reason === undefined ? {} : { reason }) }
      }
    })

  it("are those of the whole catalogue but the ones of a backend", () => {
    expect(reachable.length).toBeGreaterThan(100)
    expect(Object.keys(catalogue).length - reachable.length).toBeGreaterThan(20)
  })

  it.each(translations)("%s has a sentence for each one that an end user's call can receive", (tag, language) => {
    const missing = reachable
      .filter((refusal) => explain(thrown(refusal), language).includes(`(${refusal[1].code})`))
      .map(([name, { check, code }]) => `${name} (${check ?? code})`)
    const where =
      "name it in packages/react/src/languages/refusedIn.ts, and write its sentence in the file of each language"
    expect(missing, `${tag} has no sentence for a refusal: ${where}`).toEqual([])
  })

  it("share the sentence of a general code only where they are listed here", () => {
    const shared = reachable.filter(([, { code }]) => GENERAL.includes(code))
    const ofCode = ({ code, status }: Pick<typeof catalogue.Defect, "code" | "status">) =>
      explain(new CountersignError({ status, body: { status, code, message: "What to do." } }), de)
    const alike = shared.filter((each) => explain(thrown(each), de) === ofCode(each[1])).map(([tag]) => tag)
    // A new refusal of such a code needs its name here, or a sentence: packages/react/src/languages/refusedIn.ts.
    expect(alike.toSorted()).toEqual([
      ...["AccountNotFound", "CallForBackend", "CredentialNotFound", "ExternalAccountInvalid"],
      ...["ExternalAccountNotFound", "GuardianNotFound", "InputInvalid", "ObjectOfAnother", "OriginRefused"],
      ...["RecoveryNotFound", "ScopeMissing", "SessionNotFound"]
    ])
  })

  it.each(translations)("%s has no English in any sentence", (_, language) => {
    const sentences = reachable.map((refusal) => explain(thrown(refusal), language))
    expect(sentences.filter((sentence) => ENGLISH.test(sentence))).toEqual([])
    expect(sentences.filter((sentence) => !/^[\p{Lu}¿].*[.]$/u.test(sentence))).toEqual([])
  })

  const refusal = (body: Partial<CountersignError["details"]> & { readonly code: string }) => {
    const { code, ...details } = body
    return new CountersignError({ status: 400, body: { status: 400, code, message: "What to do.", details } })
  }

  it("that share a code are told apart by the check, or by the section of the errors page", () => {
    const [used, last] = [catalogue.QuoteConsumed, catalogue.LastCredential].map((entry) =>
      explain(thrown(["", entry]), de)
    )
    expect(used).toBe("Das Angebot wurde bereits verwendet. Prüfen Sie den Status der Zahlung.")
    expect(last).toBe("Die letzte Anmeldemöglichkeit kann nicht entfernt werden. Fügen Sie zuerst eine andere hinzu.")
    expect(explain(refusal({ code: "UNAUTHORIZED", check: "OTP_EXPIRED" }), de)).toBe(
      "Der Einmalcode ist abgelaufen. Fordern Sie einen neuen an."
    )
  })

  it.each([
    [
      "de",
      de,
      "Der Server hat den Vorgang abgelehnt (OF_A_NEWER_SERVER). Laden Sie die Seite neu, oder wenden Sie sich an den Support."
    ],
    [
      "es",
      es,
      "El servidor ha rechazado la acción (OF_A_NEWER_SERVER). Vuelva a cargar la página o contacte con el servicio de asistencia."
    ],
    ["fr", fr, "Le serveur a refusé l’action (OF_A_NEWER_SERVER). Rechargez la page ou contactez le support."]
  ] as const)("of a newer server get a general sentence of %s with the code", (_, language, sentence) => {
    expect(explain(refusal({ code: "OF_A_NEWER_SERVER", check: "ALSO_NEW" }), language)).toBe(sentence)
  })

  it("name the rejected fields that the language has a name for, and the incident", () => {
    const errors = ["accountInfo.iban", "accountInfo.encryptedThing", "country"].map((field) => ({
      field,
      message: "No."
    }))
    expect(explain(refusal({ code: "INVALID_INPUT", errors }), de)).toBe(
      "Einige Angaben sind ungültig. Korrigieren Sie sie. Betroffen: IBAN, Land."
    )
    expect(explain(refusal({ code: "INTERNAL_ERROR", incident: "0199d000" }), fr)).toMatch(
      /incident au support\u00a0: 0199d000\.$/u
    )
  })

  it.each([
    ["en", en, ["in 1 second", "in 90 seconds", "in 3 days"]],
    ["de", de, ["in 1 Sekunde", "in 90 Sekunden", "in 3 Tagen"]],
    ["es", es, ["dentro de 1 segundo", "dentro de 90 segundos", "dentro de 3 días"]],
    ["fr", fr, ["dans 1 seconde", "dans 90 secondes", "dans 3 jours"]]
  ] as const)("of a limit end with the time to wait, as %s writes it", (_, language, spans) => {
    const sentences = [1, 90, 259_200].map((retryAfter) =>
      explain(
        new CountersignError({
          status: 429,
          retryAfter,
          body: { status: 429, code: "RATE_LIMITED", message: "Wait." }
        }),
        language
      )
    )
    for (const [nth, span] of spans.entries())
      expect(sentences[nth]).toMatch(new RegExp(` ${span}(?: erneut)?\\.$`, "u"))
  })
})

describe("other errors (GU6)", () => {
  const ofClient = [
    new CountersignError({ status: 401, body: { status: 401, code: "UNAUTHORIZED", message: "What to do." } }),
    new NetworkError("GET /x", new TypeError()),
    new PasskeysUnavailableError(),
    new SignInNotPendingError(),
    new WebCryptoUnavailableError(),
    new QuoteNotSignedError("TERMS_DIFFER", "Create a new quote."),
    new NotConfirmedError(),
    new UnexpectedAnswerError({ call: "GET /x", status: 200 }, "the body is not JSON"),
    new TermsDifferError({ call: "GET /x", status: 202 }, "the payload names another payee")
  ]
  const errors = [
    ...ofClient,
    new SignedOutError(),
    new DOMException("", "NotAllowedError"),
    new DOMException("", "InvalidStateError"),
    new Error("secret"),
    "not an error"
  ]

  it("are all that the client exports, and each has a sentence in every language", () => {
    const exported = Object.values(theClient).filter((each) => Object(each).prototype instanceof Error)
    expect(exported.filter((each) => !ofClient.some(({ constructor }) => constructor === each))).toEqual([])
    for (const [tag, language] of languages) {
      const silent = ofClient.filter((error) => explain(error, language) === language.errors.unknown)
      expect(
        silent.map(({ name }) => name),
        `packages/react/src/languages: ${tag} has no sentence`
      ).toEqual([])
    }
  })

  it.each(translations)("have sentences of %s, and no English of the client", (_, language) => {
    const sentences = errors.map((error) => explain(error, language))
    expect(sentences.filter((sentence) => ENGLISH.test(sentence) || sentence === "")).toEqual([])
    // "Nothing was signed" for two of them, "not verified" for two, and "unknown" for the last two.
    expect(new Set(sentences).size).toBe(errors.length - 3)
  })
})

const provider = { name: "Example", issuer: "https://id.example", clientId: "app" }
const call: SignedTerms = {
  operation: "Host/CreatePayout",
  activity: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
  accountId,
  method: "POST",
  path: "/payouts",
  values: { payee: { iban: "GB33BUKB20201555555555" }, amount: 500, reference: "محمد" },
  expiresAt: terms.expiresAt,
  mode: "sandbox",
  platformId: "alpha"
}

describe("components (GU6)", () => {
  const within = (language: Language | undefined, children: ReactElement) => (
    <CountersignProvider
      client={clientWith({})}
      accountId={accountId}
      {...(language === undefined ? {} : { language })}
    >
      {children}
    </CountersignProvider>
  )

  it.each(translations)("of a provider render %s in each state that a server can render", (_, language) => {
    const buttons = { onApprove: nothing, onDecline: nothing }
    const states = [
      <SignIn key="sign in" />,
      <PasskeyEnrolment key="passkey" />,
      <VisitorSignIn key="visitor" client={clientWith({})} onSignedIn={nothing} />,
      <OpenIdButton key="openid" client={clientWith({})} provider={provider} onSignedIn={nothing} />,
      ...[false, true].flatMap((isOn) => [
        <CodeEntry key={`code ${isOn}`} sentTo="ada@example.com" isBusy={isOn} onSubmit={nothing} onCancel={nothing} />,
        <CodeEntry
          key={`wrong ${isOn}`}
          sentTo="ada@example.com"
          isWrong={isOn}
          onSubmit={nothing}
          onCancel={nothing}
        />,
        <TermsApproval key={`pay ${isOn}`} terms={terms} isBusy={isOn} {...buttons} />,
        <TermsApproval key={`call ${isOn}`} terms={call} isBusy={isOn} {...buttons} />
      ])
    ]
    for (const state of states) {
      const shown = textsIn(within(language, state))
      expect(shown).toMatch(/\p{L}{3}/u)
      expect(shown.replaceAll(/CreatePayout|payouts|reference/gu, "")).not.toMatch(ENGLISH)
      expect(textsIn(within(undefined, state))).not.toBe(shown)
    }
  })

  it.each(translations)("have every other text in %s", (_, language) => {
    const { code, openId = {}, passkey, signIn, terms: termsIn, visitor } = language
    const types = ["EMAIL_OTP", "PASSKEY", "OAUTH", "OF_A_NEWER_SERVER"].map((type) => credential(type))
    const unconfirmed = { ...credential("PASSKEY"), unconfirmedUntil: "2025-10-13T08:00:00.000Z" }
    const words = termsIn(language.tag)
    const texts = [
      ...[signIn, visitor, code, passkey, words].flatMap((part) => Object.values(part)),
      ...types.flatMap((type) => [signIn.option(type), signIn.waiting(type), signIn.retry(type)]),
      ...Object.values(openId).map((text) => (typeof text === "function" ? text("Example") : text)),
      ...[passkey.added(unconfirmed), words.field([]), words.callApprove(call), visitor.code.cancel],
      ...Object.values(SIGNED_OPERATIONS).flatMap((names) =>
        names.map((operation) => words.callTitle({ ...call, operation }))
      )
    ].filter((text) => typeof text === "string")
    expect(Object.keys(openId).length).toBe(5)
    expect(texts.length).toBeGreaterThan(60)
    expect(texts.filter((text) => ENGLISH.test(text) || text === "")).toEqual([])
    // A title with the name of the API is one that has no translation.
    expect(texts.filter((text) => /[a-z][A-Z]/u.test(text.replace("OF_A_NEWER_SERVER", "")))).toEqual([])
  })

  it("show the terms of a payment in German, with the names of the account type and of its fields", () => {
    const html = withoutBreaks(<TermsApproval terms={terms} language={de} onApprove={nothing} onDecline={nothing} />)
    const rows = Array.from(html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gu), ([, term, value]) => [term, value])
    expect(html).toContain("25,00 USDC an Ada Lovelace zahlen?")
    expect(rows).toEqual([
      ["Empfänger", "Ada Lovelace"],
      ["Art des Empfängerkontos", "Konto in MXN"],
      ["CLABE", "012180001234567897"],
      ["Sie zahlen", "25,00 USDC"],
      ["Enthaltene Gebühr", "0,125 USDC"],
      ["Empfänger erhält", "497,50 MXN"],
      ["Wechselkurs", "0,05 USDC / MXN"],
      ["Von", terms.source.accountId],
      ["Gültig für", ""]
    ])
  })

  it("show the values of a call by the names of the language, and isolate each as in English", () => {
    const html = withoutBreaks(<TermsApproval terms={call} language={es} onApprove={nothing} onDecline={nothing} />)
    expect(html).toContain("¿Firmar «CreatePayout»?")
    expect(html).toContain("<dt><bdi>Beneficiario › IBAN</bdi></dt><dd><bdi>GB33BUKB20201555555555</bdi></dd>")
    expect(html).toContain("<dt><bdi>reference</bdi></dt><dd><bdi>محمد</bdi></dd>")
  })

  it.each(languages)("isolate a payee whose letters run from right to left in %s", (_, language) => {
    const shown = renderToString(
      <TermsApproval
        terms={{ ...terms, payee: "محمد 25" }}
        language={language}
        onApprove={nothing}
        onDecline={nothing}
      />
    )
    expect(shown.match(/\u2068محمد 25\u2069/gu)).toHaveLength(2)
  })

  it("prefer their own text and language to those of the provider", () => {
    const cancelled = { onSubmit: nothing, onCancel: nothing, sentTo: "ada@example.com" }
    const shown = textsIn(within(de, <CodeEntry {...cancelled} language={fr} text={{ submit: "Go" }} />))
    expect(shown).toContain("Code reçu par e-mail")
    expect(shown).toContain("Go")
  })

  it("outside of a provider have English, or the language of their property, as the visitor's sign-in", () => {
    const sign = { client: clientWith({}), onSignedIn: nothing }
    expect(textsIn(<VisitorSignIn {...sign} />)).toContain("Sign in or sign up")
    expect(textsIn(<VisitorSignIn {...sign} language={fr} />)).toContain("Se connecter ou s’inscrire")
  })

  it("for OpenID have English where the language has no words for them", () => {
    const button = <OpenIdButton client={clientWith({})} provider={provider} onSignedIn={nothing} />
    const { openId: _, ...others } = fr
    expect(renderToString(within(fr, button))).toMatch(/lang="fr".*Continuer avec Example/u)
    expect(renderToString(within(others, button))).toMatch(/lang="en".*Continue with Example/u)
    expect(textsIn(<OpenIdButton {...button.props} provider={{ ...provider, name: "محمد" }} />)).toContain(
      "Continue with \u2068محمد\u2069"
    )
  })

  it("of the app read the language of the provider", () => {
    const Own = () => <p>{explain(new SignedOutError(), useLanguage())}</p>
    expect(textsIn(within(es, <Own />))).toContain("Esta acción requiere su firma.")
    expect(textsIn(within(undefined, <Own />))).toContain("This action requires your signature.")
  })
})

describe("names (GU6)", () => {
  const types = [...accountTypes.keys(), "EMBEDDED_WALLET", "UMA_ADDRESS"]
  const fields = [...accountTypes.values()].flatMap(({ variants }) => variants.flatMap((each) => each.fields))

  it.each(translations)("%s has one for each account type and each field of an account", (tag, language) => {
    const { accountType, field, identifier } = language.terms(tag)
    const names = new Set([...fields.map(({ name }) => name), "accountId", "umaAddress"])
    const where = `packages/react/src/languages/${tag}.ts`
    expect(
      types.filter((type) => /_/u.test(accountType(type))),
      where
    ).toEqual([])
    const same = new Set(["IBAN", "IFSC", "CLABE", "Region"].map((name) => name.toLowerCase()))
    expect(
      [...names].filter((name) => identifier(name, "") === name && !same.has(name)),
      where
    ).toEqual([])
    expect(new Set([...names].map((name) => field([name]))).size, `${where} names two fields alike`).toBe(names.size)
  })

  it.each(translations)("%s shows those of a newer server as the server writes them", (tag, language) => {
    const { accountType, callTitle, field, identifier } = language.terms(tag)
    expect([accountType("OF_A_NEWER_SERVER"), identifier("newField", ""), field(["newField"])]).toEqual([
      ...["OF_A_NEWER_SERVER", "newField", "newField"]
    ])
    expect(callTitle({ ...call, operation: "NewOperation" })).toContain("NewOperation")
    expect(callTitle({ ...call, operation: "Host/\u202eevil" })).toContain("\\u{202e}evil")
  })
})

describe("numbers (GU6, GU12)", () => {
  const money = { amount: 123_456_789_05, currency: "EUR", decimals: 2 }

  it.each([
    ["en", "123,456,789.05 EUR", "0.0512346", "1,234.57"],
    ["de", "123.456.789,05 EUR", "0,0512346", "1.234,57"],
    ["es", "123.456.789,05 EUR", "0,0512346", "1234,57"],
    ["fr", "123\u202f456\u202f789,05 EUR", "0,0512346", "1\u202f234,57"]
  ] as const)("have the separators of %s", (tag, amount, small, large) => {
    expect(formatAmount(money, tag)).toBe(amount)
    expect(formatRate("0.051234567890123456", tag)).toBe(`≈ ${small}`)
    expect(formatRate("1234.567890123456789", tag)).toBe(`≈ ${large}`)
  })

  it.each([
    ["0.05", "0.05"],
    ["19.9", "19.9"],
    ["123456", "123,456"],
    ["1234560", "1,234,560"],
    ["1.0000004", "≈ 1"],
    ["0.0000123456", "0.0000123456"],
    ["1", "1"]
  ])("of a rate of %s are %s: marked only where digits are left out", (rate, shown) => {
    expect(formatRate(rate)).toBe(shown)
  })

  it("of a long rate open to the rate that is signed", () => {
    const rate = "0.051234567890123456"
    const shown = (language: Language) =>
      renderToString(
        <TermsApproval terms={{ ...terms, rate }} language={language} onApprove={nothing} onDecline={nothing} />
      )
    expect(shown(en)).toContain(
      `<details data-part="terms-rate"><summary>≈ 0.0512346 USDC / MXN</summary>${rate}</details>`
    )
    expect(shown(de)).toContain(`<summary>≈ 0,0512346 USDC / MXN</summary>${rate}</details>`)
  })

  it("follow `locale` where it differs from the language", () => {
    const shown = renderToString(
      <TermsApproval terms={terms} language={de} locale="en" onApprove={nothing} onDecline={nothing} />
    )
    expect(shown).toContain("25.00 USDC an Ada Lovelace zahlen?")
  })

  it.each([
    ["de", de, /13\.10\.2025/u],
    ["es", es, /13 oct 2025/u],
    ["fr", fr, /13 oct\. 2025/u],
    ["en", en, /Oct 13, 2025/u]
  ] as const)("of a date are as %s writes them", (_, language, date) => {
    const added = { ...credential("PASSKEY"), unconfirmedUntil: "2025-10-13T12:00:00.000Z" }
    expect(language.passkey.added(added)).toMatch(date)
  })
})

describe("languageOf (GU6)", () => {
  const offered = [en, de, fr, es] as const

  it.each<readonly [string, ReadonlyArray<string>, Language]>([
    ["the first tag that is offered", ["pt-BR", "fr-CA", "de"], fr],
    ["a language for its regions", ["de-AT"], de],
    ["the first language without a match", ["pt", "*", ""], en],
    ["no language whose tag only begins alike", ["est"], en]
  ])("returns %s", (_, tags, language) => {
    expect(languageOf(tags, offered)).toBe(language)
  })

  it("prefers the language of a region that is listed first", () => {
    const swiss: Language = { ...de, tag: "de-CH" }
    expect(languageOf(["de-CH"], [swiss, de])).toBe(swiss)
    expect(languageOf(["de-DE"], [swiss, de])).toBe(de)
  })
})

describe("a bundle (GU6)", () => {
  const modulesOf = async (contents: string) => {
    const { metafile } = await build({
      stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
      bundle: true,
      write: false,
      format: "esm",
      conditions: ["source"],
      external: ["react", "@countersign/client"],
      metafile: true,
      logLevel: "error"
    })
    return Object.keys(metafile.inputs).flatMap((path) => /languages\/(\w+)\./u.exec(path)?.[1] ?? [])
  }

  it("of the whole package has no language but English", async () => {
    const modules = await modulesOf('export * from "@countersign/react"')
    expect(modules.toSorted()).toEqual(["en", "enErrors", "useLanguage", "words"])
  })

  it.each(["de", "es", "fr"])("of `@countersign/react/%s` has no other language, and no component", async (tag) => {
    const modules = await modulesOf(`export * from "@countersign/react/${tag}"`)
    expect(modules.toSorted()).toEqual([tag, "namesIn", "refusedIn", "words"].toSorted())
  })
})
