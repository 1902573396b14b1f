import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { de } from "../src/account/de.ts"
import { en } from "../src/account/en.ts"
import { es } from "../src/account/es.ts"
import { fr } from "../src/account/fr.ts"
import { ActivityList, CredentialList, RecoveryCodes, SessionList, WalletExport } from "../src/account/index.ts"
import { openerOf } from "../src/account/openerOf.ts"
import { makeSecret } from "../src/account/secret.ts"
import { CountersignProvider, type Language } from "../src/index.ts"
import { accountId, clientWith, credential } from "./fakes.ts"

describe("a secret that is shown (GU13)", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("is in the state only while it is revealed, and hides itself after its seconds", () => {
    const secret = makeSecret<string>(60)
    secret.receive("abandon ability", false)
    expect(secret.state()).toEqual({ status: "hidden" })
    secret.reveal()
    expect(secret.state()).toEqual({ status: "shown", value: "abandon ability" })
    vi.advanceTimersByTime(59_999)
    expect(secret.state().status).toBe("shown")
    vi.advanceTimersByTime(1)
    expect(secret.state()).toEqual({ status: "hidden" })
  })

  it("is shown for its seconds again after each reveal", () => {
    const secret = makeSecret<string>(60)
    secret.receive("abandon", true)
    vi.advanceTimersByTime(50_000)
    secret.hide()
    secret.reveal()
    vi.advanceTimersByTime(50_000)
    expect(secret.state().status).toBe("shown")
  })

  it("does not come back after it was forgotten", () => {
    const secret = makeSecret<string>(60)
    secret.receive("abandon", true)
    secret.forget()
    secret.reveal()
    secret.hide()
    vi.advanceTimersByTime(60_000)
    expect(secret.state()).toEqual({ status: "none" })
  })

  it("without a limit is shown until it is hidden", () => {
    const secret = makeSecret<string>(Number.POSITIVE_INFINITY)
    secret.receive("abandon", true)
    vi.advanceTimersByTime(1_000_000_000)
    expect(secret.state().status).toBe("shown")
  })
})

describe("the credential that opened a session (GU13)", () => {
  const session = { type: "PASSKEY", nickname: "My PASSKEY" }

  it("is the one with its type and nickname", () => {
    expect(openerOf(session, [credential("EMAIL_OTP", 1), credential("PASSKEY", 2)])).toBe(credential("PASSKEY", 2).id)
  })

  it("is unknown if two credentials have them", () => {
    expect(openerOf(session, [credential("PASSKEY", 1), credential("PASSKEY", 2)])).toBeUndefined()
  })
})

const translations = [de, es, fr].map((language) => [language.tag, language] as const)

/** Every text of a language, with placeholders in its sentences. */
const textsOf = ({ account }: Pick<Language, "account">): ReadonlyArray<readonly [key: string, text: string]> =>
  Object.entries(account ?? {}).flatMap(([part, words]) =>
    Object.entries<unknown>({ ...words }).flatMap(([key, text]) => {
      const types = key === "type" ? ACTIVITY_TYPES : key === "actor" ? ACTORS : key === "credentialType" ? TYPES : [""]
      return types.map(
        (type) => [`${part}.${key} ${type}`, `${typeof text === "function" ? text(type) : text}`] as const
      )
    })
  )
const api = JSON.parse(readFileSync(new URL("../../../docs/generated/openapi.json", import.meta.url), "utf8"))
const { actor, type } = api.components.schemas.Activity.properties
const ACTIVITY_TYPES: ReadonlyArray<string> = type.enum
const ACTORS: ReadonlyArray<string> = actor.enum
const TYPES = ["EMAIL_OTP", "OAUTH", "PASSKEY"]

describe("the words of an account (GU13)", () => {
  it.each([["en", en] as const, ...translations])(
    "%s names every type of activity, actor and credential",
    (_, language) => {
      expect(textsOf(language).filter(([, text]) => text === "" || /[A-Z]{2}_|[A-Z]{5}/u.test(text))).toEqual([])
      // A type without a name is "Other event".
      expect(new Set(ACTIVITY_TYPES.map((type) => language.account?.history.type(type))).size).toBe(
        ACTIVITY_TYPES.length
      )
    }
  )

  it.each(translations)("%s differs from English in every text", (_, language) => {
    const english = new Map(textsOf(en))
    const same = textsOf(language).filter(([key, text]) => english.get(key) === text)
    expect(same).toEqual(SAME.filter(([tag]) => tag === language.tag).map(([, ...each]) => each))
    expect(textsOf(language).length).toBe(english.size)
  })
  const SAME = [["de", "shared.credentialType PASSKEY", "Passkey"]]

  it("name a type, an actor and a credential of a newer server", () => {
    const { history, shared } = en.account
    expect([history.type("NEWER"), history.actor("NEWER"), shared.credentialType("NEWER")]).toEqual([
      ...["Other event", "NEWER", "NEWER"]
    ])
  })
})

describe("on a server (GU13)", () => {
  const shown = (language?: Language) =>
    renderToString(
      <CountersignProvider
        client={clientWith({})}
        accountId={accountId}
        {...(language === undefined ? {} : { language })}
      >
        <SessionList level={1} text={{ title: "Where you are signed in" }} />
        <CredentialList />
        <RecoveryCodes />
        <WalletExport />
        <ActivityList />
      </CountersignProvider>
    )

  it("every component renders its title and what it waits for, and no button", () => {
    const html = shown()
    expect(html).toContain("Where you are signed in</h1>")
    for (const title of ["Ways to sign in", "Recovery codes", "Export the wallet", "History"])
      expect(html).toContain(`${title}</h2>`)
    expect(html.match(/role="status">Reading…</gu)).toHaveLength(3)
    expect(html).not.toContain("<button")
  })

  it("has the language of the provider, or English if that has no words for this entry", () => {
    expect(shown(de)).toContain('lang="de" aria-labelledby')
    const { account: _, ...signInOnly } = de
    expect(shown(signInOnly)).not.toContain('lang="de"')
    expect(shown(signInOnly)).toContain("Recovery codes</h2>")
  })
})

describe("the parts of a component (GU13)", () => {
  it.each(["SessionList", "CredentialList", "ActivityList", "RecoveryCodes", "WalletExport"])(
    "are those that the documentation of %s lists",
    async (name) => {
      const source = await readFile(fileURLToPath(new URL(`../src/account/${name}.tsx`, import.meta.url)), "utf8")
      const documented = /Parts:(?<parts>[^/]+)\*\//u.exec(source)?.groups?.parts ?? ""
      const listed = Array.from(documented.matchAll(/`([a-z-]+)`/gu), ([, part]) => part)
      const rendered = Array.from(
        source.matchAll(/(?:data-part|\bpart)=(?:"(?<one>[a-z-]+)"|\{.*"(?<then>[a-z-]+)" : "(?<other>[a-z-]+)"\})/gu),
        ({ groups = {} }) => [groups.one, groups.then, groups.other].filter((part) => part !== undefined)
      ).flat()
      expect(listed.toSorted()).toEqual([...new Set(rendered)].toSorted())
    }
  )
})
