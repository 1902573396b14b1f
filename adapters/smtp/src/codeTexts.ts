import type { CodeFacts, Letter, Texts } from "./Texts.ts"

/** The words of a mail with a code in one language. */
interface Words {
  readonly subject: (product: string) => string
  /** The purpose, by the product: the first line, which ends with a colon. */
  readonly purpose: Readonly<Record<CodeFacts["purpose"], (product: string) => string>>
  /** `minutes` is a number with its unit: "5 minutes". */
  readonly lifetime: (minutes: string) => string
  readonly secret: (product: string) => string
  readonly otherwise: Readonly<Record<CodeFacts["purpose"], string>>
}

const codeIn =
  (tag: string, { lifetime, otherwise, purpose: purposes, secret, subject }: Words) =>
  ({ minutes, product, purpose, spaced }: CodeFacts): Letter => {
    const unit = { style: "unit", unit: "minute", unitDisplay: "long" } as const
    const rest = lifetime(new Intl.NumberFormat(tag, unit).format(minutes))
    const lines = [
      purposes[purpose](product),
      "",
      `    ${spaced}`,
      "",
      rest,
      "",
      secret(product),
      otherwise[purpose],
      ""
    ]
    return { subject: subject(product), text: lines.join("\n") }
  }

/**
 * The mail with a code in German, Spanish and French, for `texts.code`. Each has the contents of the English one, and
 * the code in its body only. Notices have no such texts.
 */
export const codeTexts: Readonly<Record<"de" | "es" | "fr", Texts["code"]>> = {
  de: codeIn("de", {
    subject: (product) => `Ihr Einmalcode für ${product}`,
    purpose: {
      SIGN_IN: (product) => `Ihr Einmalcode für die Anmeldung bei ${product}:`,
      CONFIRM_ADDRESS: (product) => `Ihr Einmalcode, um diese Adresse für Ihr Konto bei ${product} zu bestätigen:`,
      RECOVER_ACCOUNT: (product) => `Ihr Einmalcode, um Ihr Konto bei ${product} wiederherzustellen:`
    },
    lifetime: (minutes) => `Er gilt einmal und etwa ${minutes} lang. Ein neuerer Einmalcode ersetzt ihn.`,
    secret: (product) => `Geben Sie ihn nicht weiter, auch nicht an den Support von ${product}.`,
    otherwise: {
      SIGN_IN: "Wenn Sie sich nicht anmelden wollten, ignorieren Sie diese E-Mail.",
      CONFIRM_ADDRESS: "Wenn Sie diese Adresse nicht verwenden wollten, ignorieren Sie diese E-Mail.",
      RECOVER_ACCOUNT: "Wenn Sie Ihr Konto nicht wiederherstellen wollten, ignorieren Sie diese E-Mail."
    }
  }),
  es: codeIn("es", {
    subject: (product) => `Su código de ${product}`,
    purpose: {
      SIGN_IN: (product) => `Su código para iniciar sesión en ${product}:`,
      CONFIRM_ADDRESS: (product) => `Su código para confirmar esta dirección en su cuenta de ${product}:`,
      RECOVER_ACCOUNT: (product) => `Su código para recuperar su cuenta de ${product}:`
    },
    lifetime: (minutes) => `Sirve una sola vez, durante unos ${minutes}. Un código más reciente lo sustituye.`,
    secret: (product) => `No lo comparta con nadie, ni siquiera con el servicio de asistencia de ${product}.`,
    otherwise: {
      SIGN_IN: "Si no quería iniciar sesión, ignore este correo.",
      CONFIRM_ADDRESS: "Si no quería usar esta dirección, ignore este correo.",
      RECOVER_ACCOUNT: "Si no quería recuperar su cuenta, ignore este correo."
    }
  }),
  fr: codeIn("fr", {
    subject: (product) => `Votre code ${product}`,
    purpose: {
      SIGN_IN: (product) => `Votre code de connexion à ${product}\u00a0:`,
      CONFIRM_ADDRESS: (product) => `Votre code pour confirmer cette adresse pour votre compte ${product}\u00a0:`,
      RECOVER_ACCOUNT: (product) => `Votre code pour récupérer votre compte ${product}\u00a0:`
    },
    lifetime: (minutes) =>
      `Il est valable une seule fois, pendant environ ${minutes}. Un code plus récent le remplace.`,
    secret: (product) => `Ne le communiquez à personne, pas même au support de ${product}.`,
    otherwise: {
      SIGN_IN: "Si vous ne vouliez pas vous connecter, ignorez cet e-mail.",
      CONFIRM_ADDRESS: "Si vous ne vouliez pas utiliser cette adresse, ignorez cet e-mail.",
      RECOVER_ACCOUNT: "Si vous ne vouliez pas récupérer votre compte, ignorez cet e-mail."
    }
  })
}
