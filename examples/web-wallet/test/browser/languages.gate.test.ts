import { browser } from "@countersign/harness/browser/chromium"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startPage } from "./opened.ts"

const chromium = browser()
let started: Awaited<ReturnType<typeof startPage>>
beforeAll(async () => {
  started = await startPage(chromium())
})
afterAll(() => started?.close())

it.each([
  ["de-AT", "de", "Anmelden", /^Einmalcode per E-Mail senden/u, "Einmalcode aus der E-Mail"],
  ["es-MX", "es", "Iniciar sesión", /^Enviar un código por correo/u, "Código del correo"],
  ["fr", "fr", "Se connecter", /^Recevoir un code par e-mail/u, "Code reçu par e-mail"],
  ["pt-BR", "en", "Sign in", /^E-mail me a code/u, "Code from the e-mail"]
] as const)(
  "GU6: the wallet page signs a reader of %s in by the words of %s",
  async (locale, lang, title, option, label) => {
    const { close, faults, page } = await started.open({ locale }, "home")
    await page.getByRole("heading", { name: title, exact: true }).waitFor()
    expect(await page.locator('[data-part="sign-in"]').getAttribute("lang")).toBe(lang)
    await page.getByRole("button", { name: option }).click()
    await page.getByLabel(label).fill("000000")
    await page.locator('[data-part="code-submit"]').click()
    await page.getByRole("heading", { name: "You are signed in" }).waitFor()
    expect(faults).toEqual([])
    await close()
  }
)
